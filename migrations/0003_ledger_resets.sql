DROP INDEX `ledger_created`;--> statement-breakpoint
CREATE INDEX `ledger_resets` ON `ledger` (`created_at`) WHERE kind = 'reset';