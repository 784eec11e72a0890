import { expect, test } from 'vitest'
import { openSheet } from './sheets.ts'

const contracts = new URL('../../platform/contract-imports/rows.rules.ts', import.meta.url)
const tasks = new URL('../../works/task-sheets/rows.rules.ts', import.meta.url)

const open = (text: string, judge = contracts) => openSheet<unknown, { refId: string }>(Buffer.from(text), judge, 5_000)

const sheetOf = (key: string, rows: number) =>
  `Bid ID,Contract name\n${Array.from({ length: rows }, (_, at) => `${key}-${at},Road\n`).join('')}`

async function readWhole(text: string, judge = contracts): Promise<string[]> {
  const sheet = await open(text, judge)
  try {
    const found: string[] = []
    for await (const batch of sheet.batches()) found.push(...batch.map(({ refId }) => refId))
    return found
  } finally {
    await sheet.close()
  }
}

test('files that are read one after the other and side by side do not affect each other', async () => {
  expect(await readWhole(sheetOf('A', 3))).toEqual(['A-0', 'A-1', 'A-2'])
  await expect(open('Nothing\nof ours\n')).rejects.toMatchObject({ status: 400, code: 'invalid' })
  expect(await readWhole('Number,Title\n1,One\n1.1,Two\n', tasks)).toEqual(['1', '1.1'])
  const all = await Promise.all(['B', 'C', 'D'].map((key) => readWhole(sheetOf(key, 1_200))))
  for (const [at, key] of ['B', 'C', 'D'].entries()) {
    expect(all[at]).toHaveLength(1_200)
    expect(new Set(all[at]?.map((refId) => refId.slice(0, 2)))).toEqual(new Set([`${key}-`]))
  }
})

test('a file that is abandoned half way does not affect the next one', async () => {
  const sheet = await open(sheetOf('E', 3_000))
  for await (const batch of sheet.batches()) {
    expect(batch[0]?.refId).toBe('E-0')
    break
  }
  await sheet.close()
  expect(await readWhole(sheetOf('F', 2))).toEqual(['F-0', 'F-1'])
})
