ALTER TABLE "team_boxes" ADD COLUMN "totals_given" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Of a box score without totals it is unknown whether a bundle has said so: its next bundle decides.
update team_boxes set totals_given = false where not has_totals;
