/** The names under which something is stored for this tab alone. */
export const tabKeys = {
  ended: 'sessionEnded',
  drafts: 'drafts',
  language: 'languageChosen',
  followed: 'languageFollowed',
  carried: 'typed',
  site: 'siteTyped',
  notes: 'notesTyped',
}
