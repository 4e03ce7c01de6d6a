<?php
/** WordPress runs this file when the plugin is deleted. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

foreach ( is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array() as $site ) {
	switch_to_blog( $site );
	delete_option( 'platen_settings' );
	restore_current_blog();
}
delete_option( 'platen_settings' );
