import type { SentLine } from '@plinth/api/works/measurement-lines'
import type { MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { keepPhotoFor } from '../../documents/documents/outbox-photos.ts'
import { keepOperations, type NewOperation, outbox } from '../../lib/outbox.ts'
import { newUuid } from '../../lib/uuid.ts'
import './outbox-channel.ts'
import { type ChangedHead, headOf, type LineItem, type WaitingContent, withHead } from './sheet-waiting.ts'
import { channelName } from './sheet-words.ts'

/** Keeps on this device what is measured, and has it sent as soon as there is a connection. */

/** What is kept of a sheet with each of its lines and photos. */
function contentOf(sheet: MeasurementSheet, entry: WaitingContent['entry']): WaitingContent {
  return {
    sheetId: sheet.id,
    sheet: headOf(sheet),
    agreement: { number: sheet.agreementNumber, name: sheet.agreementName },
    entry,
  }
}

function lineOperation(sheet: MeasurementSheet, line: Omit<SentLine, 'id'>, item: LineItem): NewOperation {
  const id = newUuid()
  return { id, channel: channelName, kind: 'LINE', body: { ...contentOf(sheet, { line: { ...line, id }, item }) } }
}

/** Keeps a sheet that begins on this device. Answers why it was not kept. */
export const keepSheet = (content: Omit<WaitingContent, 'entry'>): Promise<string | undefined> =>
  keepOperations([{ id: newUuid(), channel: channelName, kind: 'SHEET', body: { ...content, entry: null } }])

/** Keeps a line of a sheet. Answers why it was not kept. */
export const keepLine = (
  sheet: MeasurementSheet,
  line: Omit<SentLine, 'id'>,
  item: LineItem,
): Promise<string | undefined> => keepOperations([lineOperation(sheet, line, item)])

/**
 * Changes the head of a sheet that is on this device alone, and sends all of it again. False where the server may have it by now, or
 * nothing of it waits.
 */
export const changeHead = async (sheetId: string, head: ChangedHead): Promise<boolean> =>
  (await outbox()?.rewrite((operation) => withHead(operation, sheetId, head))) ?? false

/** Puts a line in the place of one that waits or was refused. False where the server may have that one by now. */
export const replaceLine = async (
  id: string,
  sheet: MeasurementSheet,
  line: Omit<SentLine, 'id'>,
  item: LineItem,
): Promise<boolean> => (await outbox()?.replace(id, lineOperation(sheet, line, item))) ?? false

/** Gives up a line that waits or was refused. */
export const giveUpLine = (id: string): Promise<void> | undefined => outbox()?.discard(id)

/** Keeps a photo of a sheet. Answers why it was not kept. */
export const keepPhoto = (sheet: MeasurementSheet, photo: File): Promise<string | undefined> =>
  keepPhotoFor({ channel: channelName, body: { ...contentOf(sheet, null) } }, photo)
