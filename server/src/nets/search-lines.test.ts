import { endpoints } from '@plinth/api'
import { shapeOf } from '@plinth/api/kernel/endpoint'
import { expect, test } from 'vitest'
import { newId } from '../kernel/testing/databases.ts'
import { searched } from '../testing/test-graph.ts'
import { operatorCompany, startSuite } from '../testing/test-server.ts'

/**
 * One search line finds records by words in any order, each in any of the searched fields. The records are `searched` of the
 * factories.
 */

const { server, owner } = await startSuite()
const operator = await (await operatorCompany(server)).as()

const withLine = Object.entries(endpoints).filter(
  ([, { body, path }]) => 'search' in shapeOf(body) && /(?:filter|search)$/.test(path),
)
/** Tested with their quick filters. */
const besideQuick = ['filterContracts', 'filterDeposits', 'filterProjects', 'filterTasks']

test.each(withLine.filter(([name]) => !besideQuick.includes(name)))(
  '%s finds a record by words of several fields',
  async (name, endpoint) => {
    const key = newId().slice(0, 8)
    const { id, words } = (await searched[name]?.({ owner, operator }, key)) ?? expect.fail(`no record for ${name}`)
    // Operators see the people of every company, so the owner searches their own.
    const by = endpoint.scope === 'platform' && name !== 'filterUsers' ? operator : owner
    const found = async (search: string) => {
      const { text } = await by.sendCall(endpoint, { body: { search } })
      return JSON.parse(text).content.map((row: { id: string }) => row.id)
    }
    expect(await found(words)).toEqual([id])
    expect(await found(`${words} nowhere`)).toEqual([])
  },
)

test('every searched record of a factory is of a list with a search line', () => {
  const names = withLine.map(([name]) => name)
  expect([...besideQuick, ...Object.keys(searched)].filter((name) => !names.includes(name))).toEqual([])
})
