CREATE TABLE `widget_use` (
	`key_id` text NOT NULL,
	`visitor` text NOT NULL,
	`day` integer NOT NULL,
	`jobs` integer NOT NULL,
	PRIMARY KEY(`key_id`, `visitor`, `day`)
);
--> statement-breakpoint
CREATE INDEX `widget_use_day` ON `widget_use` (`day`);