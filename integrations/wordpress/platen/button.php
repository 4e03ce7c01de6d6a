<?php
/** The element and its script. */

defined( 'ABSPATH' ) || exit;

const PLATEN_SCRIPT = '/cdn/widget/bundle.js';

/** The attributes of <platen-button> with their defaults, in the order of Platen's embed code. */
const PLATEN_ATTRIBUTES = array(
	'public-key'           => '',
	'url-source'           => 'current',
	'custom-url'           => '',
	'output-type'          => 'pdf',
	'platform'             => '',
	'form-factor'          => 'desktop',
	'pdf-format'           => 'A4',
	'pdf-margin-top'       => '50px',
	'pdf-margin-right'     => '50px',
	'pdf-margin-bottom'    => '50px',
	'pdf-margin-left'      => '50px',
	'screenshot-type'      => 'png',
	'screenshot-quality'   => '90',
	'screenshot-full-page' => 'true',
	'button-text'          => '',
);

/** The settings that change the button's look, by CSS variable. */
const PLATEN_VARIABLES = array(
	'--platen-background' => 'background',
	'--platen-color'      => 'color',
	'--platen-radius'     => 'radius',
);

/** CSS variables of each size other than the normal one, as in Platen's embed code. */
const PLATEN_SIZES = array(
	'small' => '--platen-font:500 14px / 1.25 system-ui, sans-serif;--platen-padding:0.375em 1em;',
	'large' => '--platen-font:500 20px / 1.25 system-ui, sans-serif;--platen-padding:0.625em 1.5em;',
);

/** In block themes, a box that stands alone has the place and the width of the content. Inside of a sentence, the button stays in its line. */
const PLATEN_LAYOUT = '.is-layout-constrained > .platen-shortcode { display: block; }';

function platen_register_style() {
	wp_register_style( 'platen', false, array(), null );
	wp_add_inline_style( 'platen', PLATEN_LAYOUT );
}

/** The shortcode accepts the attributes of the element: [platen output-type="screenshot" button-text="Save"]. */
function platen_render_shortcode( $attributes ) {
	$button = platen_render_button( is_array( $attributes ) ? $attributes : array(), doing_filter( 'the_content' ) );
	if ( '' === $button ) {
		return '';
	}
	wp_enqueue_style( 'platen' );
	return "<span class=\"platen-shortcode\">$button</span>";
}

/**
 * HTML of the button. What `$chosen` leaves out or has empty comes from the settings. With `$is_listed`, the button belongs to
 * a post that the page may show in a list.
 */
function platen_render_button( array $chosen, $is_listed ) {
	if ( ! platen_is_ready() ) {
		return platen_render_notice();
	}
	// Feed readers run no scripts.
	if ( is_feed() ) {
		return '';
	}
	$settings = platen_settings();
	wp_enqueue_script( 'platen', $settings['host'] . PLATEN_SCRIPT, array(), null, array( 'strategy' => 'defer', 'in_footer' => true ) );
	if ( $is_listed && '' === (string) ( $chosen['custom-url'] ?? '' ) ) {
		$chosen['custom-url'] = platen_listed_address();
	}
	$html = '<platen-button';
	foreach ( platen_attributes( $chosen, $settings ) as $name => $value ) {
		$html .= sprintf( ' %s="%s"', $name, 'custom-url' === $name ? esc_url( $value ) : esc_attr( $value ) );
	}
	$style = platen_style( $settings );
	return $html . ( '' === $style ? '' : ' style="' . esc_attr( $style ) . '"' ) . '></platen-button>';
}

/** The address of the post that WordPress renders, unless it is the page itself: each entry of a blog has its own button. */
function platen_listed_address() {
	return is_singular() && get_queried_object_id() === get_the_ID() ? '' : (string) get_permalink();
}

/** The attributes that are not the default and have an effect. */
function platen_attributes( array $chosen, array $settings ) {
	$filled = array_filter( array_map( 'strval', array_intersect_key( $chosen, PLATEN_ATTRIBUTES ) ), 'strlen' );
	$values = $filled + array_intersect_key( $settings, PLATEN_ATTRIBUTES );
	if ( '' === esc_url( $values['custom-url'] ?? '' ) ) {
		unset( $values['custom-url'], $values['url-source'] );
	} else {
		$values['url-source'] = 'custom';
	}
	$other = 'screenshot' === $values['output-type'] ? 'pdf-' : 'screenshot-';
	return array_filter(
		array_merge( PLATEN_ATTRIBUTES, $values ),
		function ( $value, $name ) use ( $other ) {
			return PLATEN_ATTRIBUTES[ $name ] !== $value && 0 !== strpos( $name, $other );
		},
		ARRAY_FILTER_USE_BOTH
	);
}

function platen_style( array $settings ) {
	$style = '';
	foreach ( PLATEN_VARIABLES as $variable => $name ) {
		$style .= '' === $settings[ $name ] ? '' : "$variable:{$settings[$name]};";
	}
	$style .= PLATEN_SIZES[ $settings['size'] ] ?? '';
	return $style . ( 'hidden' === $settings['icon'] ? '--platen-icon:none;' : '' );
}

/** What authors see while the settings are incomplete. Visitors see nothing. */
function platen_render_notice() {
	if ( ! current_user_can( 'edit_posts' ) ) {
		return '';
	}
	return esc_html__( 'The Platen button needs an address and a public key. Enter them in Settings → Platen. Visitors do not see this notice.', 'platen' );
}
