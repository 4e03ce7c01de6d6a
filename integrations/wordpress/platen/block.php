<?php
/** The block platen/button. The server renders it, so a change of the settings applies to all posts. */

defined( 'ABSPATH' ) || exit;

function platen_register_block() {
	$packages = array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' );
	wp_register_script( 'platen-editor', plugins_url( 'editor.js', __FILE__ ), $packages, (string) filemtime( __DIR__ . '/editor.js' ), true );
	wp_set_script_translations( 'platen-editor', 'platen', __DIR__ . '/languages' );
	register_block_type( __DIR__, array( 'render_callback' => 'platen_render_block' ) );
}

function platen_render_block( array $attributes, $content, $block ) {
	$button = platen_render_button(
		array(
			'output-type' => $attributes['outputType'] ?? '',
			'button-text' => $attributes['buttonText'] ?? '',
			'custom-url'  => $attributes['customUrl'] ?? '',
		),
		isset( $block->context['queryId'] ) || doing_filter( 'the_content' )
	);
	return '' === $button ? '' : sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), $button );
}

/** The editor draws a picture of the button, because a button that works there would use credits. */
function platen_send_settings_to_editor() {
	$settings = platen_settings();
	$data     = array(
		'isReady'     => platen_is_ready(),
		'settingsUrl' => current_user_can( 'manage_options' ) ? platen_settings_url() : '',
		'outputType'  => $settings['output-type'],
		'buttonText'  => $settings['button-text'],
		'background'  => $settings['background'],
		'color'       => $settings['color'],
		'radius'      => $settings['radius'],
		'size'        => $settings['size'],
	);
	wp_add_inline_script( 'platen-editor', 'window.platenSettings = ' . wp_json_encode( $data, JSON_HEX_TAG ) . ';', 'before' );
}
