CREATE TABLE `address_claims` (
	`address` text PRIMARY KEY NOT NULL,
	`shard` integer NOT NULL,
	`claimed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `address_claims_claimed` ON `address_claims` (`claimed_at`);--> statement-breakpoint
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
CREATE INDEX `job_archives_open` ON `job_archives` (`account_id`) WHERE archived_at is null;