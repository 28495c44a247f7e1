import { type Kysely, sql } from "kysely";

/**
 * Lists are merged from those of each category and status that there are, so the table holds no other. Whoever adds or
 * renames a category finds that nothing of it can be written, until a migration says what becomes of what was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table endorsements
        add constraint endorsements_category check (category in (
          'Art and Culture', 'Character and Ethics', 'Education and Training', 'Finance', 'Identity', 'Legal',
          'Membership and Organizations', 'Professional and Business', 'Recreation and Fitness',
          'Science and Technology', 'N/A'
        )),
        add constraint endorsements_status check (status in ('pending', 'approved', 'rejected'))`,
    )
    .execute(db);
}
