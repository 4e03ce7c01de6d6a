<?php
/** The settings that all buttons of the site share: one option, an array by these names. */

defined( 'ABSPATH' ) || exit;

const PLATEN_OPTION = 'platen_settings';

/** Each setting without a value. The names of attributes are those of the button. */
const PLATEN_SETTINGS = array(
	'host'        => '',
	'public-key'  => '',
	'output-type' => 'pdf',
	'button-text' => '',
	'background'  => '',
	'color'       => '',
	'radius'      => '',
	'size'        => 'normal',
	'icon'        => 'shown',
);

function platen_settings() {
	$stored = get_option( PLATEN_OPTION, array() );
	return array_merge( PLATEN_SETTINGS, is_array( $stored ) ? array_intersect_key( $stored, PLATEN_SETTINGS ) : array() );
}

/** Whether a button can work: without a service and a key, it cannot. */
function platen_is_ready() {
	$settings = platen_settings();
	return '' !== $settings['host'] && '' !== $settings['public-key'];
}

/** The form's values, with each invalid one replaced by the stored one and reported on the page. */
function platen_sanitize_settings( $form ) {
	$clean = platen_settings();
	foreach ( array_intersect_key( is_array( $form ) ? $form : array(), PLATEN_SETTINGS ) as $name => $value ) {
		$text  = sanitize_text_field( is_string( $value ) ? $value : '' );
		$valid = '' === $text ? PLATEN_SETTINGS[ $name ] : platen_sanitize_setting( $name, $text );
		if ( null === $valid ) {
			/* translators: 1: name of the setting, 2: what the administrator has entered. */
			$message = sprintf( __( '%1$s: “%2$s” is not valid. The setting has not changed.', 'platen' ), platen_fields()[ $name ]['label'], $text );
			add_settings_error( PLATEN_OPTION, $name, esc_html( $message ) );
			continue;
		}
		$clean[ $name ] = $valid;
	}
	return $clean;
}

/** The value as it is stored, or null if it is invalid. */
function platen_sanitize_setting( $name, $text ) {
	switch ( $name ) {
		case 'host':
			return platen_sanitize_host( $text );
		case 'public-key':
			return preg_match( '/^pk_live_[0-9A-Za-z]+$/D', $text ) ? $text : null;
		case 'output-type':
			return in_array( $text, array( 'pdf', 'screenshot' ), true ) ? $text : null;
		case 'background':
		case 'color':
			return sanitize_hex_color( $text );
		case 'radius':
			return preg_match( '/^(0|\d{1,4}(\.\d{1,2})?(px|em|rem|%))$/D', $text ) ? $text : null;
		case 'size':
			return in_array( $text, array( 'small', 'normal', 'large' ), true ) ? $text : null;
		case 'icon':
			return in_array( $text, array( 'shown', 'hidden' ), true ) ? $text : null;
		default:
			return $text;
	}
}

/** The origin of an address: `platen.example` and `https://platen.example/docs` are `https://platen.example`. */
function platen_sanitize_host( $text ) {
	$url = wp_parse_url( esc_url_raw( preg_match( '#^https?://#i', $text ) ? $text : "https://$text", array( 'http', 'https' ) ) );
	if ( empty( $url['host'] ) || ! preg_match( '/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i', $url['host'] ) ) {
		return null;
	}
	return $url['scheme'] . '://' . strtolower( $url['host'] ) . ( isset( $url['port'] ) ? ':' . $url['port'] : '' );
}
