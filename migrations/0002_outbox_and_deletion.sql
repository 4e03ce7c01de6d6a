DROP INDEX `accounts_deleting`;--> statement-breakpoint
ALTER TABLE `accounts` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `accounts_deleting` ON `accounts` (`deleting_at`) WHERE deleting_at is not null and deleted_at is null;--> statement-breakpoint
DROP INDEX `mails_unsent`;--> statement-breakpoint
ALTER TABLE `mails` ADD `next_attempt_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_recipient` ON `mails` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`next_attempt_at`) WHERE sent_at is null and failed_reason is null;