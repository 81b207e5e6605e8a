-- The change log: the latest change of each part of each record. Games that exist already are entered by day.
CREATE TABLE "changes" (
	"record_id" text collate "C" NOT NULL,
	"part" text NOT NULL,
	"number" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "changes_record_id_part_pk" PRIMARY KEY("record_id","part")
);
--> statement-breakpoint
CREATE TABLE "players_without_line" (
	"player_id" text collate "C" NOT NULL,
	"game_id" text collate "C" NOT NULL,
	CONSTRAINT "players_without_line_player_id_game_id_pk" PRIMARY KEY("player_id","game_id")
);
--> statement-breakpoint
ALTER TABLE "change_number" ADD COLUMN "recorded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "players_without_line" ADD CONSTRAINT "players_without_line_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "players_without_line" ADD CONSTRAINT "players_without_line_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changes_by_number" ON "changes" USING btree ("number");--> statement-breakpoint
CREATE INDEX "players_without_line_of_game" ON "players_without_line" USING btree ("game_id");
--> statement-breakpoint
INSERT INTO "changes" ("record_id", "part", "number", "at")
SELECT g.id, p.part, coalesce((SELECT number FROM change_number), 0) + g.n, now()
FROM (SELECT *, row_number() OVER (ORDER BY date, tip_off_order, id) AS n FROM games) g
CROSS JOIN LATERAL (VALUES ('game', true), ('boxscore', has_boxscore), ('playbyplay', has_playbyplay), ('shots', has_shots),
	('prices', EXISTS (SELECT FROM quotes q WHERE q.game_id = g.id))) AS p (part, available)
WHERE p.available;--> statement-breakpoint
INSERT INTO "change_number" AS c ("number", "recorded") SELECT count(*), count(*) FROM games HAVING count(*) > 0
ON CONFLICT ("id") DO UPDATE SET number = c.number + excluded.number, recorded = c.recorded + excluded.recorded;--> statement-breakpoint
INSERT INTO "players_without_line" ("player_id", "game_id")
SELECT named.player_id, named.game_id FROM (
	SELECT game_id, event ->> 'player_id' AS player_id FROM play_by_plays CROSS JOIN LATERAL jsonb_array_elements(events) AS event
	UNION
	SELECT game_id, shot ->> 'player_id' FROM shot_charts CROSS JOIN LATERAL jsonb_array_elements(shots) AS shot
) AS named
WHERE named.player_id IS NOT NULL
	AND NOT EXISTS (SELECT FROM box_lines l WHERE l.game_id = named.game_id AND l.player_id = named.player_id);
--> statement-breakpoint
-- Responses are no longer stored in the database. The table stays, empty, for processes of the previous version that still
-- run while this one is introduced; a later release drops it.
DELETE FROM "compressed_responses";--> statement-breakpoint
CREATE FUNCTION discard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER "compressed_responses_discard" BEFORE INSERT ON "compressed_responses" FOR EACH ROW EXECUTE FUNCTION discard();
