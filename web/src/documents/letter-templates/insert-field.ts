/**
 * Replaces the selection of a text by a field; returns the text and the new place of the cursor. The table of deposits
 * gets a paragraph of its own.
 */
export function insertField(text: string, from: number, to: number, field: string): { text: string; caret: number } {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  const mark = `{${field}}`
  if (field !== 'deposits') return { text: before + mark + after, caret: before.length + mark.length }
  const above = before.trimEnd() === '' ? '' : `${before.trimEnd()}\n\n`
  const below = after.trimStart() === '' ? '' : `\n\n${after.trimStart()}`
  return { text: above + mark + below, caret: above.length + mark.length }
}
