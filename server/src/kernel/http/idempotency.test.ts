import { createUser } from '@plinth/api/access/users'
import { createContract, deleteContract, filterContracts } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { describe, expect, inject, test } from 'vitest'
import { userBody } from '../../access/users/users.factory.ts'
import { contractBody } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite, startTestServer } from '../../testing/test-server.ts'
import { adminClient, newId } from '../testing/databases.ts'

const { server, company, owner } = await startSuite()

const keyed = (key = newId()) => ({ 'idempotency-key': key })
const countNamed = async ({ contractName }: { contractName?: string | undefined }) =>
  (await owner.ok(filterContracts, { body: { contractName: contractName ?? 'no name' } })).totalElements
const statuses = (replies: { status: number }[]) => replies.map((reply) => reply.status)

describe('a create with an Idempotency-Key', () => {
  test('sent twice stores one record and gives the same answer twice', async () => {
    const [headers, body] = [keyed(), contractBody({ contractName: newId() })]
    const first = await owner.ok(createContract, { body }, headers)
    const second = await owner.ok(createContract, { body }, headers)
    expect(second).toEqual(first)
    expect(await countNamed(body)).toBe(1)
  })

  test('sent ten times at once stores one record and gives ten equal answers', async () => {
    const [headers, body] = [keyed(), contractBody({ contractName: newId() })]
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => owner.sendCall(createContract, { body }, headers)),
    )
    expect(statuses(replies)).toEqual(Array(10).fill(201))
    expect(new Set(replies.map((reply) => JSON.parse(reply.text).id)).size).toBe(1)
    expect(await countNamed(body)).toBe(1)
  })

  test('gets its first answer after a restart and after the record is deleted', async () => {
    const [headers, body] = [keyed(), contractBody({ contractName: newId() })]
    const person = await company.as()
    const first = await person.ok(createContract, { body }, headers)
    const restarted = await startTestServer()
    try {
      await person.ok(deleteContract, { params: { id: first.id } })
      expect(await person.ok(createContract, { body }, headers)).toEqual(first)
    } finally {
      await restarted.stop()
    }
    expect(await countNamed(body)).toBe(0)
  })

  test('is refused when the key was used for another call, or with other values', async () => {
    const [headers, body] = [keyed(), contractBody({ contractName: newId() })]
    await owner.ok(createContract, { body }, headers)
    const message = 'This was saved already, with other values. Open what was saved to change it.'
    const other = await owner.refused(createProject, { body: { projectName: 'Canal' } }, headers)
    expect(other).toMatchObject({ status: 409, message })
    const changed = await owner.refused(createContract, { body: { ...body, paperCost: 5 } }, headers)
    expect(changed).toMatchObject({ status: 409, message })
    expect(await countNamed(body)).toBe(1)
  })

  test('leaves its key free when it fails', async () => {
    const [headers, taken] = [keyed(), contractBody({ bidId: newId() })]
    await owner.ok(createContract, { body: taken })
    expect(await owner.refused(createContract, { body: taken }, headers)).toMatchObject({ status: 409 })
    expect(await owner.refused(createContract, { body: {} }, headers)).toMatchObject({ status: 400 })
    const body = contractBody({ contractName: newId() })
    await owner.ok(createContract, { body }, headers)
    expect(await countNamed(body)).toBe(1)
  })

  test.each([['short'], ['x'.repeat(201)], ['has a blank in it'], ['sléeveless']])(
    'is refused with a malformed key (%s)',
    async (key) => {
      const body = contractBody({ contractName: newId() })
      const refusal = await owner.refused(createContract, { body }, { 'idempotency-key': key })
      expect(refusal).toMatchObject({ status: 400, fields: [{ path: 'Idempotency-Key' }] })
      expect(await countNamed(body)).toBe(0)
    },
  )

  test('does not clash with the same key of another person or another company', async () => {
    const headers = keyed()
    const colleague = await company.as()
    const stranger = await (await newCompany(server)).as()
    const creating = [owner, colleague, stranger].map((person) =>
      person.ok(createContract, { body: contractBody({ bidId: null }) }, headers),
    )
    expect(new Set((await Promise.all(creating)).map((contract) => contract.id)).size).toBe(3)
  })

  test('needs the permission for a repeat too, before it gets the answer', async () => {
    const [headers, person] = [keyed(), await company.as({ Contracts: ['canCreate'] })]
    await person.ok(createContract, { body: contractBody() }, headers)
    const admin = await adminClient(inject('admin'))
    await admin.query('delete from user_roles where user_id = $1', [person.userId])
    await admin.end()
    expect(await person.refused(createContract, { body: contractBody() }, headers)).toMatchObject({ status: 403 })
  })

  describe('with a password in it', () => {
    const storedKey = async (key: string) => {
      const admin = await adminClient(inject('admin'))
      const { rows } = await admin.query('select asked, secrets_hash from idempotency_keys where key = $1', [key])
      await admin.end()
      return rows[0]
    }

    test('gets the first answer only with the same password', async () => {
      const [headers, body] = [keyed(), userBody()]
      const first = await owner.ok(createUser, { body }, headers)
      expect(await owner.ok(createUser, { body }, headers)).toEqual(first)
      for (const password of ['another monsoon over it', `${body.password} `])
        expect((await owner.refused(createUser, { body: { ...body, password } }, headers)).status).toBe(409)
    })

    test("stores no password, only a hash that is as hard to guess as a password's", async () => {
      const [one, other] = [keyed(), keyed()]
      const body = userBody()
      await owner.ok(createUser, { body }, one)
      const stranger = await (await newCompany(server)).as()
      await stranger.ok(createUser, { body: { ...body, password: 'another monsoon over it' } }, other)
      const [stored, storedOfOther] = [
        await storedKey(one['idempotency-key']),
        await storedKey(other['idempotency-key']),
      ]
      expect(stored.asked).toEqual(storedOfOther.asked)
      for (const { secrets_hash: hash } of [stored, storedOfOther])
        expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,/)
    })
  })

  describe('a day later', () => {
    const age = async (key: string, hours: number) => {
      const admin = await adminClient(inject('admin'))
      const createdAt = `now() - make_interval(hours => ${hours})`
      await admin.query(`update idempotency_keys set created_at = ${createdAt} where key = $1`, [key])
      await admin.end()
    }

    test('finds its key free, even if the sweep has not deleted it', async () => {
      const [headers, body] = [keyed(), contractBody({ contractName: newId(), bidId: null })]
      const first = await owner.ok(createContract, { body }, headers)
      await age(headers['idempotency-key'], 23)
      expect((await owner.ok(createContract, { body }, headers)).id).toBe(first.id)
      await age(headers['idempotency-key'], 25)
      const second = await owner.ok(createContract, { body: { ...body, paperCost: 5 } }, headers)
      expect(second.id).not.toBe(first.id)
      expect((await owner.refused(createContract, { body }, headers)).status).toBe(409)
      expect(await countNamed(body)).toBe(2)
    })

    test('ten times at once stores one more record', async () => {
      const [headers, body] = [keyed(), contractBody({ contractName: newId(), bidId: null })]
      await owner.ok(createContract, { body }, headers)
      await age(headers['idempotency-key'], 25)
      const again = Array.from({ length: 10 }, () => owner.ok(createContract, { body }, headers))
      expect(new Set((await Promise.all(again)).map(({ id }) => id)).size).toBe(1)
      expect(await countNamed(body)).toBe(2)
    })
  })

  test('without a key stores a record each time', async () => {
    const body = contractBody({ contractName: newId(), bidId: null })
    await owner.ok(createContract, { body })
    await owner.ok(createContract, { body })
    expect(await countNamed(body)).toBe(2)
  })
})
