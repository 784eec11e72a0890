import { endpointsBySlice } from '@plinth/api'
import { recordKinds } from '@plinth/api/entities'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { describe, expect, test } from 'vitest'
import type { Routes } from '../kernel/http/route.ts'
import type { Slice } from '../slice.ts'
import { slices } from '../slices.ts'

/** The types check that every slice of the wire is listed, but not what each one contains. */

/** Calls that another slice than their own answers, and which. */
const answeredElsewhere: Record<string, string> = {
  // The page of the sign-in uses it, and the companies' slice answers it.
  searchTenantNames: 'tenants',
}

const callsBySlice = Object.entries(endpointsBySlice)
const nameOf = new Map(callsBySlice.flatMap(([, calls]) => Object.entries(calls).map(([name, call]) => [call, name])))

function callsOf({ routes }: Slice): string[] {
  const registered: string[] = []
  const register = (endpoint: Endpoint) => void registered.push(nameOf.get(endpoint) ?? endpoint.path)
  const recorder: Routes = {
    route: register,
    platformRoute: register,
    stagedRoute: register,
    publicRoute: register,
  }
  routes(recorder, {
    mailsLinks: true,
    hasMailServer: true,
    onContactMessage: () => {},
    onPicturesDue: () => {},
    finds: {},
  })
  return registered.toSorted()
}

describe.each(Object.entries(slices))('the slice %s', (name, slice) => {
  test('answers its own calls, each of them once', () => {
    const own = callsBySlice.flatMap(([of, calls]) =>
      Object.keys(calls).filter((call) => (answeredElsewhere[call] ?? of) === name),
    )
    expect(callsOf(slice)).toEqual(own.toSorted())
  })

  test('lists for the log only calls that it answers', () => {
    const logged = Object.values(slice.events ?? {}).flatMap((calls) => calls.map((call) => nameOf.get(call)))
    const answered = callsOf(slice)
    expect(logged.filter((call) => call === undefined || !answered.includes(call))).toEqual([])
  })
})

test('every kind of record that is found by its name is found by one slice', () => {
  const found = Object.values(slices).flatMap(({ finds = {} }) => Object.keys(finds))
  expect(found.toSorted()).toEqual(recordKinds.toSorted())
})
