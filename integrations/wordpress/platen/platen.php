<?php
/**
 * Plugin Name: Platen – Save as PDF
 * Description: A button that saves the page as a PDF or a screenshot, as a block and as the shortcode [platen].
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * Author: Platen
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: platen
 * Domain Path: /languages
 *
 * The license above applies to this plugin. The rest of the Platen project has the MIT license.
 */

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/settings.php';
require __DIR__ . '/settings-page.php';
require __DIR__ . '/button.php';
require __DIR__ . '/block.php';

add_action( 'init', 'platen_load_texts', 5 );
add_action( 'init', 'platen_register_style' );
add_action( 'init', 'platen_register_block' );
add_action( 'enqueue_block_editor_assets', 'platen_send_settings_to_editor' );
add_action( 'admin_init', 'platen_register_settings' );
add_action( 'admin_menu', 'platen_add_settings_page' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'platen_add_settings_link' );
add_shortcode( 'platen', 'platen_render_shortcode' );

function platen_load_texts() {
	load_plugin_textdomain( 'platen', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
}
