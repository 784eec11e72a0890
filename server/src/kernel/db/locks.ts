/** Keys of the advisory locks, as SQL. */
export const locks = {
  migrating: "hashtext('plinth migrations')",
  /** One backup or restore runs at a time. */
  backup: "hashtext('plinth backup')",
  /** A backup holds it shared while it reads the tables. */
  reading: "hashtext('plinth tables are read')",
  /**
   * A backup holds it until it has copied the file of every document that it has seen; erasing files takes it shared.
   */
  files: "hashtext('plinth files are read')",
}
