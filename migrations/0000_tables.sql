CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_confirmed_at` integer,
	`password_hash` text,
	`tier` text DEFAULT 'free' NOT NULL,
	`monthly_credits` integer NOT NULL,
	`credits_used` integer DEFAULT 0 NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`overage_enabled` integer DEFAULT false NOT NULL,
	`spending_cap_cents` integer,
	`failed_render_ms` integer DEFAULT 0 NOT NULL,
	`failed_render_until` integer DEFAULT 0 NOT NULL,
	`stripe_customer_id` text,
	`payment_failed_at` integer,
	`stripe_email_due` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`banned_at` integer,
	`deleting_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email` ON `accounts` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_stripe_customer` ON `accounts` (`stripe_customer_id`);--> statement-breakpoint
CREATE INDEX `accounts_period_end` ON `accounts` (`period_end`);--> statement-breakpoint
CREATE INDEX `accounts_stripe_email` ON `accounts` (`id`) WHERE stripe_email_due = 1;--> statement-breakpoint
CREATE INDEX `accounts_banned` ON `accounts` (`banned_at`) WHERE banned_at is not null;--> statement-breakpoint
CREATE INDEX `accounts_deleting` ON `accounts` (`deleting_at`) WHERE deleting_at is not null and deleted_at is null;--> statement-breakpoint
CREATE TABLE `activities` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text,
	`user_agent` text,
	`country` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `activities_account` ON `activities` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `activities_created` ON `activities` (`created_at`);--> statement-breakpoint
CREATE TABLE `address_claims` (
	`address` text PRIMARY KEY NOT NULL,
	`shard` integer NOT NULL,
	`claimed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `address_claims_claimed` ON `address_claims` (`claimed_at`);--> statement-breakpoint
CREATE TABLE `alerts` (
	`kind` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`read_at` integer NOT NULL,
	`crossed` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`began_at` integer,
	`notified_at` integer
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text,
	`scopes` text DEFAULT '["read","render","admin"]' NOT NULL,
	`test` integer DEFAULT false NOT NULL,
	`hash` text NOT NULL,
	`sealed` text DEFAULT '' NOT NULL,
	`monthly_ceiling` integer,
	`credits_used` integer DEFAULT 0 NOT NULL,
	`credits_period` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_default` ON `api_keys` (`account_id`) WHERE revoked_at is null and name is null;--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`);--> statement-breakpoint
CREATE TABLE `billing_notes` (
	`account_id` text,
	`reference` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `reference`)
);
--> statement-breakpoint
CREATE INDEX `billing_notes_account` ON `billing_notes` (`account_id`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`account_id` text PRIMARY KEY NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`old_hash` text,
	`new_hash` text,
	`old_confirmed_at` integer,
	`new_confirmed_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_old_hash` ON `email_changes` (`old_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_new_hash` ON `email_changes` (`new_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_expires` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `health_days` (
	`day` integer NOT NULL,
	`part` text NOT NULL,
	`ok` integer DEFAULT 0 NOT NULL,
	`degraded` integer DEFAULT 0 NOT NULL,
	`down` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `part`)
);
--> statement-breakpoint
CREATE TABLE `job_archives` (
	`account_id` text NOT NULL,
	`month` text NOT NULL,
	`part` integer NOT NULL,
	`first_created_at` integer NOT NULL,
	`first_id` text NOT NULL,
	`last_created_at` integer NOT NULL,
	`last_id` text NOT NULL,
	`ended_before` integer NOT NULL,
	`jobs` integer DEFAULT 0 NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`account_id`, `month`, `part`)
);
--> statement-breakpoint
CREATE INDEX `job_archives_month` ON `job_archives` (`month`);--> statement-breakpoint
CREATE INDEX `job_archives_open` ON `job_archives` (`account_id`) WHERE archived_at is null;--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`source` text NOT NULL,
	`key_id` text,
	`test` integer DEFAULT false NOT NULL,
	`origin_host` text,
	`input` text DEFAULT 'url' NOT NULL,
	`url` text NOT NULL,
	`output_type` text NOT NULL,
	`options` text NOT NULL,
	`secrets` text,
	`tier` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`stage` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`page_fault_ms` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`lease_until` integer,
	`queued_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`request_id` text DEFAULT '' NOT NULL,
	`idempotency_key` text,
	`idempotency_hash` text,
	`credit_period` integer NOT NULL,
	`overage_millis` integer,
	`result_type` text,
	`result_bytes` integer,
	`result_pages` integer,
	`result_truncated` integer,
	`result_completeness` text,
	`result_name` text,
	`result_expires_at` integer,
	`result_deleted_at` integer,
	`deleted_at` integer,
	`error_code` text,
	`error_message` text,
	`error_stage` text,
	`warnings` text DEFAULT '[]' NOT NULL,
	`timings` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_account_created` ON `jobs` (`account_id`,`created_at`,`id`,`source`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `jobs_account_filter` ON `jobs` (`account_id`,`status`,`output_type`,`created_at`,`id`,`source`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `jobs_key_created` ON `jobs` (`key_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_checks` ON `jobs` (`account_id`,`created_at`) WHERE source = 'check';--> statement-breakpoint
CREATE INDEX `jobs_tests` ON `jobs` (`account_id`,`created_at`) WHERE test = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_idempotency` ON `jobs` (`account_id`,`test`,`idempotency_key`) WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX `jobs_pending` ON `jobs` (`queued_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `jobs_leased` ON `jobs` (`lease_until`) WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX `jobs_expiring` ON `jobs` (`result_expires_at`) WHERE result_expires_at is not null and result_deleted_at is null;--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`finished_at`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`amount` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`account_id`,`kind`,`reference`);--> statement-breakpoint
CREATE INDEX `ledger_resets` ON `ledger` (`created_at`) WHERE kind = 'reset';--> statement-breakpoint
CREATE TABLE `mailed_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`account_id` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mailed_tokens_account` ON `mailed_tokens` (`account_id`);--> statement-breakpoint
CREATE INDEX `mailed_tokens_expires` ON `mailed_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`dedupe_key` text,
	`recipient` text NOT NULL,
	`template` text NOT NULL,
	`payload` text NOT NULL,
	`requested` integer DEFAULT false NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`failed_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_dedupe` ON `mails` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`next_attempt_at`) WHERE sent_at is null and failed_reason is null;--> statement-breakpoint
CREATE INDEX `mails_recipient` ON `mails` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_account` ON `mails` (`account_id`);--> statement-breakpoint
CREATE INDEX `mails_created` ON `mails` (`created_at`);--> statement-breakpoint
CREATE INDEX `mails_requested` ON `mails` (`created_at`) WHERE requested = 1;--> statement-breakpoint
CREATE INDEX `mails_given_up` ON `mails` (`created_at`) WHERE failed_reason is not null;--> statement-breakpoint
CREATE TABLE `operator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`credits` integer,
	`reason` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operator_actions_once` ON `operator_actions` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `operator_actions_account` ON `operator_actions` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `operator_actions_created` ON `operator_actions` (`created_at`);--> statement-breakpoint
CREATE TABLE `overage` (
	`job_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`period_start` integer NOT NULL,
	`price_millis` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer,
	`sending_at` integer,
	`reported_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `overage_account` ON `overage` (`account_id`,`period_start`,`price_millis`);--> statement-breakpoint
CREATE INDEX `overage_due` ON `overage` (`due_at`) WHERE due_at is not null and reported_at is null;--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_account` ON `passkey_challenges` (`account_id`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_expires` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`credential_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_account` ON `passkeys` (`account_id`);--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`way` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_sign_ins_account` ON `pending_sign_ins` (`account_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_expires` ON `pending_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `public_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`authorized_domains` text NOT NULL,
	`restrict_targets` integer DEFAULT true NOT NULL,
	`daily_limit` integer,
	`daily_visitor_limit` integer,
	`overage_enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `public_keys_key` ON `public_keys` (`key`);--> statement-breakpoint
CREATE INDEX `public_keys_account` ON `public_keys` (`account_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_account` ON `recovery_codes` (`account_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`idle_expires_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`signed_in_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_idle` ON `sessions` (`idle_expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_guesses` (
	`subject` text PRIMARY KEY NOT NULL,
	`guesses` integer NOT NULL,
	`guessed_at` integer NOT NULL,
	`paused_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_guesses_guessed` ON `sign_in_guesses` (`guessed_at`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`applied_at` integer
);
--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_unapplied` ON `stripe_events` (`received_at`) WHERE applied_at is null;--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`status` text NOT NULL,
	`tier` text NOT NULL,
	`item_id` text NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`fetched_at` integer NOT NULL,
	`next_read_at` integer DEFAULT 0 NOT NULL,
	`missing_since` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `subscriptions_account` ON `subscriptions` (`account_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_next_read` ON `subscriptions` (`next_read_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `totp_secrets` (
	`account_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `totp_secrets_unconfirmed` ON `totp_secrets` (`created_at`) WHERE confirmed_at is null;--> statement-breakpoint
CREATE TABLE `used_free_credits` (
	`mailbox` text PRIMARY KEY NOT NULL,
	`credits_used` integer NOT NULL,
	`period_end` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_free_credits_end` ON `used_free_credits` (`period_end`);--> statement-breakpoint
CREATE TABLE `walks` (
	`name` text PRIMARY KEY NOT NULL,
	`position` text
);
--> statement-breakpoint
CREATE TABLE `widget_use` (
	`key_id` text NOT NULL,
	`visitor` text NOT NULL,
	`day` integer NOT NULL,
	`jobs` integer NOT NULL,
	PRIMARY KEY(`key_id`, `visitor`, `day`)
);
--> statement-breakpoint
CREATE INDEX `widget_use_day` ON `widget_use` (`day`);