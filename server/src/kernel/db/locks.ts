/** Advisory locks of the database, as SQL. */
export const locks = {
  migrating: "hashtext('plinth migrations')",
  /** One backup or restore at a time. */
  backup: "hashtext('plinth backup')",
  /** Shared by a backup while it reads the tables. */
  reading: "hashtext('plinth tables are read')",
  /** Held by a backup until it has the file of every document that it has seen; shared by whoever erases files. */
  files: "hashtext('plinth files are read')",
}
