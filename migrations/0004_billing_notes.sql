PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_billing_notes` (
	`account_id` text,
	`reference` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `reference`)
);
--> statement-breakpoint
INSERT INTO `__new_billing_notes`("account_id", "reference", "kind", "amount_cents", "created_at") SELECT "account_id", "reference", "kind", "amount_cents", "created_at" FROM `billing_notes`;--> statement-breakpoint
DROP TABLE `billing_notes`;--> statement-breakpoint
ALTER TABLE `__new_billing_notes` RENAME TO `billing_notes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;