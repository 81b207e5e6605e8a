CREATE TABLE "change_number" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "change_number_one_row" CHECK ("change_number"."id" = 1)
);
