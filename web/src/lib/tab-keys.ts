/** The storage keys of values for this tab only. */
export const tabKeys = {
  ended: 'sessionEnded',
  drafts: 'drafts',
  language: 'languageChosen',
  followed: 'languageFollowed',
  carried: 'typed',
  site: 'siteTyped',
  notes: 'notesTyped',
}
