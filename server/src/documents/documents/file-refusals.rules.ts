import { documentTypes } from '@plinth/api/documents/document-types'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { AppError } from '../../kernel/errors.ts'
import { endingOf } from './file-names.rules.ts'

const refused = (message: Message) => new AppError(415, 'unsupported_type', message)

export const programError = (name: string) =>
  refused(messageOf('“{name}” is a program or a script: these are not kept.', { name }))
export const markupError = (name: string) =>
  refused(
    messageOf('“{name}” is a web page or made of markup: these are not kept. Send it as a PDF or an image.', { name }),
  )
export const macroError = (name: string) =>
  refused(
    messageOf('“{name}” can hold macros: such files are not kept. Save it as .docx, .xlsx or .pptx and send that.', {
      name,
    }),
  )
export const unknownKindError = (name: string) =>
  refused(
    messageOf(
      'Files like “{name}” are not kept. Send a PDF, an image, an Office document, a CSV sheet, a text or a ZIP archive.',
      { name },
    ),
  )
export const damagedError = (name: string, label: string) =>
  refused(
    messageOf(
      '“{name}” is not what its name says ({label}), or it is damaged. Save it again in its program and send that.',
      { name, label },
    ),
  )
export const notTextError = (name: string) =>
  refused(messageOf('“{name}” holds signs that no text has. Save it as a text in UTF-8 and send that.', { name }))

/** The content is of an accepted kind, but the name says another. */
export function wrongNameError(name: string, { label, endings }: { label: string; endings: readonly string[] }) {
  const ending = endingOf(name)
  const stem = ending && endingTypes.has(ending) ? name.slice(0, -ending.length - 1) : name
  const other = `${stem}.${endings[0]}`
  return refused(
    messageOf('“{name}” is of another kind than its name says ({label}). Rename it to “{other}”.', {
      name,
      label,
      other,
    }),
  )
}

export const endingTypes = new Map(
  Object.entries(documentTypes).flatMap(([type, { endings }]) => endings.map((ending) => [ending, type] as const)),
)
