<?php
/** The functions of WordPress that the plugin calls, as far as the tests need them. */

define( 'ABSPATH', __DIR__ );

/** What the stand-in stores and reports. Each test starts with a new one. */
class Site {
	public static $options    = array();
	public static $scripts    = array();
	public static $errors     = array();
	public static $can        = array();
	public static $shortcodes = array();
	public static $is_feed    = false;
	/** Whether a post's content is rendered, the post that it belongs to, and the post that the page shows alone, if any. */
	public static $is_content = false;
	public static $post       = 0;
	public static $page       = 0;
}

function add_action() {}
function add_filter() {}
function plugin_basename() {
	return 'platen/platen.php';
}
function add_shortcode( $name, $callback ) {
	Site::$shortcodes[ $name ] = $callback;
}
function get_option( $name, $fallback = false ) {
	return Site::$options[ $name ] ?? $fallback;
}
function delete_option( $name ) {
	unset( Site::$options[ $name ] );
}
function is_multisite() {
	return false;
}
function is_feed() {
	return Site::$is_feed;
}
function current_user_can( $capability ) {
	return in_array( $capability, Site::$can, true );
}
function wp_enqueue_script( $handle, $source, $packages, $version, $how ) {
	Site::$scripts[ $handle ] = compact( 'source', 'version', 'how' );
}
function wp_enqueue_style() {}
function doing_filter( $name ) {
	return 'the_content' === $name && Site::$is_content;
}
function is_singular() {
	return Site::$page > 0;
}
function get_queried_object_id() {
	return Site::$page;
}
function get_the_ID() {
	return Site::$post;
}
function get_permalink() {
	return 'https://blog.example/' . Site::$post;
}
function add_settings_error( $setting, $code, $message ) {
	Site::$errors[ $code ] = $message;
}
function get_block_wrapper_attributes() {
	return 'class="wp-block-platen-button"';
}
function __( $text ) {
	return $text;
}
function esc_attr( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_html( $text ) {
	return esc_attr( $text );
}
function esc_html__( $text ) {
	return esc_html( $text );
}
function esc_url( $url ) {
	return str_replace( '&', '&#038;', esc_url_raw( str_replace( array( '"', "'" ), array( '%22', '&#039;' ), $url ) ) );
}
function esc_url_raw( $url ) {
	return preg_match( '/^\s*(?!https?:)[a-z]+:/i', $url ) ? '' : str_replace( array( ' ', '<', '>' ), array( '%20', '', '' ), $url );
}
function wp_parse_url( $url ) {
	return parse_url( $url );
}
function sanitize_text_field( $text ) {
	return trim( preg_replace( '/\s+/', ' ', strip_tags( $text ) ) );
}
function sanitize_hex_color( $color ) {
	return preg_match( '/^#([a-f0-9]{3}){1,2}$/iD', $color ) ? $color : null;
}
function selected( $value, $choice ) {
	return $value === $choice ? " selected='selected'" : '';
}
