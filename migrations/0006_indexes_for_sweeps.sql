CREATE INDEX `mails_created` ON `mails` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_idle` ON `sessions` (`idle_expires_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_fetched` ON `subscriptions` (`fetched_at`) WHERE ended_at is null;