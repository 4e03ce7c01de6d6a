<?php
/** Tests of rendering and sanitising. Prints each failure and exits with 1 if there is one. */

require __DIR__ . '/wordpress.php';
require dirname( __DIR__ ) . '/platen/platen.php';

const READY = array( 'host' => 'https://platen.example', 'public-key' => 'pk_live_1' );

$failures = 0;

function test( $name, $actual, $expected ) {
	global $failures;
	if ( $actual === $expected ) {
		return;
	}
	++$failures;
	echo "$name\n  expected: " . var_export( $expected, true ) . "\n  received: " . var_export( $actual, true ) . "\n";
}

function site( array $settings = array(), array $can = array() ) {
	Site::$options = array( PLATEN_OPTION => $settings );
	Site::$scripts = array();
	Site::$errors  = array();
	Site::$can     = $can;
	Site::$is_feed = false;
	rendering( false, 0, 0 );
}

/** What WordPress renders: a post's content or a part of the page beside it, the post, and the post of the page, 0 for lists. */
function rendering( $is_content, $post, $page ) {
	Site::$is_content = $is_content;
	Site::$post       = $post;
	Site::$page       = $page;
}

function block( array $attributes, array $context = array() ) {
	return platen_render_block( $attributes, '', (object) array( 'context' => $context ) );
}

function shortcode( $attributes = '' ) {
	$html = call_user_func( Site::$shortcodes['platen'], $attributes );
	return preg_replace( '#^<span class="platen-shortcode">(.*)</span>$#', '$1', $html );
}

function sanitized( array $form ) {
	return array_diff_assoc( platen_sanitize_settings( $form ), platen_settings() );
}

site( READY );
test( 'a button has only its key by default', shortcode(), '<platen-button public-key="pk_live_1"></platen-button>' );
shortcode();
test(
	'two buttons load one script, deferred and without a version',
	Site::$scripts,
	array(
		'platen' => array(
			'source'  => 'https://platen.example/cdn/widget/bundle.js',
			'version' => null,
			'how'     => array( 'strategy' => 'defer', 'in_footer' => true ),
		),
	)
);

test(
	'a shortcode has a box that block themes give a place',
	call_user_func( Site::$shortcodes['platen'], '' ),
	'<span class="platen-shortcode"><platen-button public-key="pk_live_1"></platen-button></span>'
);

site( READY + array( 'output-type' => 'screenshot', 'button-text' => 'Save', 'background' => '#111', 'radius' => '0' ) );
$from_settings = '<platen-button public-key="pk_live_1" output-type="screenshot" button-text="Save" style="--platen-background:#111;--platen-radius:0;"></platen-button>';
test( 'the settings apply to every button', shortcode(), $from_settings );
test( 'empty attributes of a block come from the settings', block( array( 'outputType' => '', 'buttonText' => '', 'customUrl' => '' ) ), "<div class=\"wp-block-platen-button\">$from_settings</div>" );
test(
	'a block overrides the settings',
	block( array( 'outputType' => 'pdf', 'buttonText' => 'Print', 'customUrl' => 'https://example.com/?a=1&b=2' ) ),
	'<div class="wp-block-platen-button"><platen-button public-key="pk_live_1" url-source="custom" custom-url="https://example.com/?a=1&#038;b=2" button-text="Print" style="--platen-background:#111;--platen-radius:0;"></platen-button></div>'
);

site( READY + array( 'size' => 'small', 'icon' => 'hidden' ) );
test( 'the size and the icon of the settings apply', shortcode(), '<platen-button public-key="pk_live_1" style="--platen-font:500 14px / 1.25 system-ui, sans-serif;--platen-padding:0.375em 1em;--platen-icon:none;"></platen-button>' );
site( READY + array( 'size' => 'normal', 'icon' => 'shown' ) );
test( 'the normal look has no style', shortcode(), '<platen-button public-key="pk_live_1"></platen-button>' );

site( READY );
test( 'attributes of the other output are left out', shortcode( array( 'pdf-format' => 'Letter', 'screenshot-type' => 'webp' ) ), '<platen-button public-key="pk_live_1" pdf-format="Letter"></platen-button>' );
test( 'attributes that the button does not have are left out', shortcode( array( 'onclick' => 'alert(1)', 'style' => 'x' ) ), '<platen-button public-key="pk_live_1"></platen-button>' );
test( 'values are escaped', shortcode( array( 'button-text' => '"><script>' ) ), '<platen-button public-key="pk_live_1" button-text="&quot;&gt;&lt;script&gt;"></platen-button>' );
test( 'an address that is not http or https is left out', shortcode( array( 'custom-url' => 'javascript:alert(1)', 'url-source' => 'custom' ) ), '<platen-button public-key="pk_live_1"></platen-button>' );

$of_page  = '<platen-button public-key="pk_live_1"></platen-button>';
$of_third = '<platen-button public-key="pk_live_1" url-source="custom" custom-url="https://blog.example/3"></platen-button>';
rendering( true, 3, 0 );
test( 'in a list of posts, a button converts its own post', array( shortcode(), block( array() ) ), array( $of_third, "<div class=\"wp-block-platen-button\">$of_third</div>" ) );
test( 'in a list of posts, an address is used', shortcode( array( 'custom-url' => 'https://blog.example/7' ) ), str_replace( '/3', '/7', $of_third ) );
rendering( true, 3, 3 );
test( 'on the page of its post, a button converts the page', array( shortcode(), block( array() ) ), array( $of_page, "<div class=\"wp-block-platen-button\">$of_page</div>" ) );
rendering( true, 3, 2 );
test( 'in a list of posts on a page, a button converts its own post', shortcode(), $of_third );
rendering( false, 3, 0 );
test( 'beside a list of posts, a button converts the page', shortcode(), $of_page );
test( 'in the template of a list, a button converts the post of its entry', block( array(), array( 'queryId' => 0 ) ), "<div class=\"wp-block-platen-button\">$of_third</div>" );

site( READY );
Site::$is_feed = true;
test( 'a feed has no button', array( shortcode(), Site::$scripts ), array( '', array() ) );

site( array( 'host' => 'https://platen.example' ) );
test( 'visitors see nothing without a key', array( shortcode(), block( array() ), Site::$scripts ), array( '', '', array() ) );
site( array(), array( 'edit_posts' ) );
test( 'authors see a notice without a key', (bool) strpos( shortcode(), 'needs an address and a public key' ), true );

foreach (
	array(
		array( 'host', 'platen.example', 'https://platen.example' ),
		array( 'host', ' https://Platen.Example:8443/docs?x#y ', 'https://platen.example:8443' ),
		array( 'host', 'http://localhost:8787', 'http://localhost:8787' ),
		array( 'public-key', ' pk_live_abc123 ', 'pk_live_abc123' ),
		array( 'output-type', 'screenshot', 'screenshot' ),
		array( 'button-text', '<b>Save</b>', 'Save' ),
		array( 'background', '#1d4ed8', '#1d4ed8' ),
		array( 'radius', '1.5rem', '1.5rem' ),
		array( 'size', 'large', 'large' ),
		array( 'icon', 'hidden', 'hidden' ),
	) as list( $name, $text, $expected )
) {
	site();
	test( "$name: $text is accepted", sanitized( array( $name => $text ) ), array( $name => $expected ) );
}

foreach (
	array(
		array( 'host', 'javascript:alert(1)' ),
		array( 'host', 'https://' ),
		array( 'public-key', 'sk_live_abc' ),
		array( 'public-key', 'pk_live_"x' ),
		array( 'output-type', 'exe' ),
		array( 'color', 'red;}' ),
		array( 'radius', '1px;x:y' ),
		array( 'radius', 'calc(1px)' ),
		array( 'radius', '10' ),
		array( 'size', 'huge' ),
		array( 'icon', 'none' ),
	) as list( $name, $text )
) {
	site( READY );
	test( "$name: $text is refused and reported", array( sanitized( array( $name => $text ) ), array_keys( Site::$errors ) ), array( array(), array( $name ) ) );
}

site( READY );
platen_sanitize_settings( array( 'radius' => 'banana' ) );
test( 'what is refused is named with its setting', Site::$errors, array( 'radius' => 'Corner radius: “banana” is not valid. The setting has not changed.' ) );
test( 'a cleared setting is empty again', platen_sanitize_settings( array( 'public-key' => '' ) )['public-key'], '' );
test( 'sanitising twice changes nothing', platen_sanitize_settings( platen_sanitize_settings( READY ) ), platen_settings() );
test( 'a form that is not a list changes nothing', platen_sanitize_settings( 'x' ), platen_settings() );

site( array( 'button-text' => '"><script>' ) );
ob_start();
platen_render_field( array( 'name' => 'button-text', 'choices' => array(), 'placeholder' => '', 'help' => '<i>' ) );
$field = ob_get_clean();
test( 'the form escapes values and texts', array( strpos( $field, '<script>' ), strpos( $field, '<i>' ) ), array( false, false ) );

define( 'WP_UNINSTALL_PLUGIN', 'platen/platen.php' );
require dirname( __DIR__ ) . '/platen/uninstall.php';
test( 'uninstalling deletes the settings', Site::$options, array() );

exit( $failures > 0 ? 1 : 0 );
