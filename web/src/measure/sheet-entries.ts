import type { SentLine } from '@plinth/api/measurement-lines'
import type { MeasurementSheet } from '@plinth/api/measurement-sheets'
import { keepPhotoFor } from '../documents/outbox-photos.ts'
import { type NewOperation, outbox } from '../lib/outbox.ts'
import { newUuid } from '../lib/uuid.ts'
import './outbox-channel.ts'
import type { LineItem, WaitingContent } from './sheet-waiting.ts'
import { channelName } from './sheet-words.ts'

/** Keeps on this device what is measured, and has it sent as soon as there is a connection. */

/** What is kept of a sheet with each of its lines and photos. */
function contentOf(sheet: MeasurementSheet, entry: WaitingContent['entry']): WaitingContent {
  const { id, agreementId, measuredOn, location, chainageFrom, chainageTo, present, book, page, comment } = sheet
  const deviceKey = sheet.deviceKey ?? id
  return {
    sheetId: id,
    sheet: { agreementId, deviceKey, measuredOn, location, chainageFrom, chainageTo, present, book, page, comment },
    agreement: { number: sheet.agreementNumber, name: sheet.agreementName },
    entry,
  }
}

function lineOperation(sheet: MeasurementSheet, line: Omit<SentLine, 'id'>, item: LineItem): NewOperation {
  const id = newUuid()
  return { id, channel: channelName, kind: 'LINE', body: { ...contentOf(sheet, { line: { ...line, id }, item }) } }
}

/** Keeps a sheet that begins on this device. Fails where there is no room. */
export async function keepSheet(content: Omit<WaitingContent, 'entry'>): Promise<void> {
  await outbox()?.add([{ id: newUuid(), channel: channelName, kind: 'SHEET', body: { ...content, entry: null } }])
}

/** Keeps a line of a sheet. Fails where there is no room. */
export async function keepLine(sheet: MeasurementSheet, line: Omit<SentLine, 'id'>, item: LineItem): Promise<void> {
  await outbox()?.add([lineOperation(sheet, line, item)])
}

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
