<?php
/** The page Settings → Platen, made with the Settings API, which checks the nonce and the capability. */

defined( 'ABSPATH' ) || exit;

const PLATEN_PAGE = 'platen';

function platen_register_settings() {
	register_setting( PLATEN_PAGE, PLATEN_OPTION, array( 'type' => 'array', 'sanitize_callback' => 'platen_sanitize_settings' ) );
	add_settings_section( 'button', '', '__return_null', PLATEN_PAGE );
	foreach ( platen_fields() as $name => $field ) {
		$field += array( 'name' => $name, 'label_for' => "platen-$name", 'choices' => array(), 'placeholder' => '' );
		add_settings_field( $name, $field['label'], 'platen_render_field', PLATEN_PAGE, 'button', $field );
	}
}

function platen_fields() {
	return array(
		'host'        => array(
			'label'       => __( 'Address of Platen', 'platen' ),
			'placeholder' => 'https://platen.example',
			'help'        => __( 'Address of the service in which you have an account.', 'platen' ),
		),
		'public-key'  => array(
			'label'       => __( 'Public key', 'platen' ),
			'placeholder' => 'pk_live_…',
			'help'        => __( 'Create a key on the Widget tab of Platen, with the domain of this site. A public key is not a secret.', 'platen' ),
		),
		'output-type' => array(
			'label'   => __( 'Output', 'platen' ),
			'choices' => array(
				'pdf'        => __( 'PDF', 'platen' ),
				'screenshot' => __( 'Screenshot', 'platen' ),
			),
			'help'    => __( 'What the button makes of the page.', 'platen' ),
		),
		'button-text' => array(
			'label' => __( 'Label', 'platen' ),
			'help'  => __( 'Without a text, the label is in the language of the page.', 'platen' ),
		),
		'background'  => array(
			'label'       => __( 'Background colour', 'platen' ),
			'placeholder' => '#1d4ed8',
			'help'        => '',
		),
		'color'       => array(
			'label'       => __( 'Text colour', 'platen' ),
			'placeholder' => '#ffffff',
			'help'        => '',
		),
		'radius'      => array(
			'label'       => __( 'Corner radius', 'platen' ),
			'placeholder' => '8px',
			'help'        => __( 'A length in px, em, rem or %.', 'platen' ),
		),
		'size'        => array(
			'label'   => __( 'Size', 'platen' ),
			'choices' => array(
				'small'  => __( 'Small', 'platen' ),
				'normal' => __( 'Normal', 'platen' ),
				'large'  => __( 'Large', 'platen' ),
			),
			'help'    => '',
		),
		'icon'        => array(
			'label'   => __( 'Icon', 'platen' ),
			'choices' => array(
				'shown'  => __( 'Shown', 'platen' ),
				'hidden' => __( 'Hidden', 'platen' ),
			),
			'help'    => '',
		),
	);
}

function platen_render_field( $field ) {
	$value = platen_settings()[ $field['name'] ];
	$id    = 'platen-' . $field['name'];
	$input = PLATEN_OPTION . '[' . $field['name'] . ']';
	if ( $field['choices'] ) {
		printf( '<select id="%s" name="%s">', esc_attr( $id ), esc_attr( $input ) );
		foreach ( $field['choices'] as $choice => $label ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $choice ), selected( $value, $choice, false ), esc_html( $label ) );
		}
		echo '</select>';
	} else {
		printf(
			'<input class="regular-text" type="text" id="%s" name="%s" value="%s" placeholder="%s">',
			esc_attr( $id ),
			esc_attr( $input ),
			esc_attr( $value ),
			esc_attr( $field['placeholder'] )
		);
	}
	if ( '' !== $field['help'] ) {
		printf( '<p class="description">%s</p>', esc_html( $field['help'] ) );
	}
}

function platen_add_settings_page() {
	add_options_page( __( 'Platen', 'platen' ), __( 'Platen', 'platen' ), 'manage_options', PLATEN_PAGE, 'platen_render_settings_page' );
}

function platen_render_settings_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1><form action="options.php" method="post">';
	settings_fields( PLATEN_PAGE );
	do_settings_sections( PLATEN_PAGE );
	submit_button();
	echo '</form></div>';
}

function platen_settings_url() {
	return admin_url( 'options-general.php?page=' . PLATEN_PAGE );
}

function platen_add_settings_link( $links ) {
	array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( platen_settings_url() ), esc_html__( 'Settings', 'platen' ) ) );
	return $links;
}
