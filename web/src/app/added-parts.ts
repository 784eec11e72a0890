/**
 * What slices of other rooms add to a page, by the names that the page has for it: the exports of their files, which Vite's glob
 * collects. The room of the page then imports from none of them; they import the type of its parts.
 */
export const addedParts = <Parts>(files: Readonly<Record<string, Partial<Parts>>>): Parts =>
  Object.assign({}, ...Object.values(files))
