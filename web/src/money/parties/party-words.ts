import { namesOf } from '@plinth/api/kernel/record'
import { isStateCode, states } from '@plinth/api/money/identity'
import type { ListedParty } from '@plinth/api/money/parties'
import { dash, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'

/** Where a party is looked at. */
export const partyPath = ({ id }: Pick<ListedParty, 'id'>) => `/payments/parties/${id}`

/** Parties to choose from, by name and place. */
export const partyOptions = (parties: readonly Pick<ListedParty, 'id' | 'legalName' | 'place'>[]) =>
  parties.map(({ id, legalName, place }) => ({ value: id, label: place ? `${legalName}, ${place}` : legalName }))

/** Client, Vendor. */
export const kindsText = (kinds: ListedParty['kinds']) => kinds.map(words).join(', ')

/** 29 as Karnataka. */
export const stateText = (code: string | null | undefined) =>
  code ? (isStateCode(code) ? translated(states[code]) : code) : dash

/** Every State by name, with the two digits that a GSTIN begins with. */
export const stateOptions = namesOf(states)
  .map((code) => ({ value: code, label: t('{state} ({code})', { state: stateText(code), code }) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))
