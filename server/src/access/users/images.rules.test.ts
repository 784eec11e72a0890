import { expect, test } from 'vitest'
import { endDrawing } from '../../kernel/files/pictures.ts'
import { hugePng } from './images.factory.ts'
import { squareImage } from './images.rules.ts'

const statusOf = (file: Uint8Array, company = 'company') =>
  squareImage(file, company).then(
    () => 200,
    ({ status }) => status,
  )

test('of fifteen images that a company sends at once ten are drawn and five get 429; afterwards there is room again', async () => {
  const file = hugePng(4900)
  const statuses = await Promise.all(Array.from({ length: 15 }, () => statusOf(file)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await statusOf(file)).toBe(200)
})

test('another company waits for the image that is being drawn, not for all images queued before', async () => {
  const order: string[] = []
  const from = async (company: string, file: Uint8Array) => {
    expect(await statusOf(file, company)).toBe(200)
    order.push(company)
  }
  const flood = Array.from({ length: 6 }, () => from('flooder', hugePng(4900)))
  await Promise.race(flood)
  await from('other', hugePng(100))
  expect(order.length).toBeLessThan(4)
  await Promise.all(flood)
})

test('an unreadable image does not block the images after it', async () => {
  const [bad, good] = [hugePng(6000), hugePng(100)]
  expect(await Promise.all([statusOf(bad), statusOf(good), statusOf(bad), statusOf(good)])).toEqual([
    400, 200, 400, 200,
  ])
})

test('an image whose drawing process ends early gets 503, and the next one is drawn', async () => {
  const ender = setInterval(endDrawing, 5)
  expect(await statusOf(hugePng(4900))).toBe(503)
  clearInterval(ender)
  expect(await statusOf(hugePng(100))).toBe(200)
})
