import { deleteContract, searchUsedLicenses, type UsedLicense, updateContract } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newContract } from './contracts.factory.ts'
import { searchLicenses } from './licenses.queries.ts'

const { server, owner } = await startSuite()

const used = (keyword?: string | null, by = owner) =>
  by.ok(searchUsedLicenses, { query: keyword === undefined ? {} : { keyword } })
const license = (
  licenseHolderName: string | null,
  licenseNo: string | null,
  licenseId: string | null,
): UsedLicense => ({
  licenseId,
  licenseHolderName,
  licenseNo,
})

describe('the licences used before', () => {
  const all = [
    license(null, null, 'LIC-09'),
    license(null, 'KA/9', null),
    license('Asha Rao', null, 'LIC-02'),
    license('Asha Rao', 'KA/100%', 'LIC-02'),
    license('Demo Infra', 'KA/1', 'LIC-01'),
    license('Demo Infra', 'KA/2', 'LIC-01'),
  ]
  const sorted = [all[0], all[1], ...all.slice(2)]
  beforeAll(async () => {
    for (const one of [...all.toReversed(), ...all, license(null, null, null), license('', '', '')])
      await newContract(owner, { ...one, bidId: null })
  })

  test('are listed once each, by holder, without contracts that have none', async () => {
    expect(await used()).toEqual(sorted)
    for (const nothing of ['', '   ']) expect(await used(nothing)).toEqual(sorted)
  })

  test('are found by any part of id, holder or number, in any letter case, taken literally', async () => {
    expect(await used('demo')).toEqual([all[4], all[5]])
    expect(await used(' ka/1 ')).toEqual([all[3], all[4]])
    expect(await used('lic-02')).toEqual([all[2], all[3]])
    expect(await used('0%')).toEqual([all[3]])
    for (const none of ['_', 'Rao\\', '%%', 'RaoKA', 'Infra\nKA', "' or true --"])
      expect(await used(none), none).toEqual([])
  })

  test('are those of live contracts, as they are now', async () => {
    const created = await newContract(owner, license('Zeta', 'Z1', null))
    expect(await used('zeta')).toEqual([license('Zeta', 'Z1', null)])
    await owner.ok(updateContract, { params: { id: created.id }, body: { licenseNo: 'Z2' } })
    expect(await used('zeta')).toEqual([license('Zeta', 'Z2', null)])
    await owner.ok(deleteContract, { params: { id: created.id } })
    expect(await used('zeta')).toEqual([])
  })

  test("are those of the caller's company, and a keyword that cannot be stored is refused", async () => {
    expect(await used(undefined, await (await newCompany(server)).as())).toEqual([])
    for (const keyword of ['\u0000', 'x'.repeat(201)])
      expect((await owner.refused(searchUsedLicenses, { query: { keyword } })).status).toBe(400)
  })

  test('are at most twenty, and finding them reads about as many contracts as there are licences', async () => {
    const many = await newCompany(server)
    await server.door.inTenant(many.id, null, (db) =>
      sql`insert into contracts (contract_name, license_holder_name, license_no, license_id)
        select 'Any', 'Holder ' || n % 30, 'No', case when n % 2 = 0 then 'ID' end from generate_series(1, 3000) n`.execute(
        db,
      ),
    )
    const { found, read } = await server.door.inTenant(many.id, null, async (db) => {
      const rowsRead = async () => {
        const counted = await sql<{ rows: number }>`select coalesce(sum(seq_tup_read + idx_tup_fetch), 0) as rows
          from pg_stat_xact_user_tables where relname = 'contracts'`.execute(db)
        return counted.rows[0]?.rows ?? NaN
      }
      const before = await rowsRead()
      const found: number[] = []
      for (const keyword of [undefined, 'holder 2', 'none']) found.push((await searchLicenses(db, keyword)).length)
      return { found, read: (await rowsRead()) - before }
    })
    expect(found).toEqual([20, 11, 0])
    expect(read).toBeGreaterThan(30)
    expect(read).toBeLessThan(200)
  })
})
