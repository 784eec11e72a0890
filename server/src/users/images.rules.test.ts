import { expect, test } from 'vitest'
import { hugePng } from './images.factory.ts'
import { squareImage } from './images.rules.ts'

const statusOf = (file: Uint8Array) =>
  squareImage(file).then(
    () => 200,
    ({ status }) => status,
  )

test('of many images at once twenty wait for their turn, the rest are asked to come back; then there is room again', async () => {
  const file = hugePng(4900)
  const statuses = await Promise.all(Array.from({ length: 25 }, () => statusOf(file)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await statusOf(file)).toBe(200)
})

test('an image that cannot be read keeps no other from its turn', async () => {
  const [bad, good] = [hugePng(6000), hugePng(100)]
  expect(await Promise.all([statusOf(bad), statusOf(good), statusOf(bad), statusOf(good)])).toEqual([
    400, 200, 400, 200,
  ])
})
