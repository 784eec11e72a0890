import { namesOf } from '@plinth/api/kernel/record'
import { isStateCode, states } from '@plinth/api/money/identity'
import { type ListedParty, partyChoiceName } from '@plinth/api/money/parties'
import { dash, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'

/** The address of a party's page. */
export const partyPath = ({ id }: Pick<ListedParty, 'id'>) => `/payments/parties/${id}`

/** Parties as options, with name and place. */
export const partyOptions = (parties: readonly Pick<ListedParty, 'id' | 'legalName' | 'place'>[]) =>
  parties.map((party) => ({ value: party.id, label: partyChoiceName(party) }))

/** The kinds as text: Client, Vendor. */
export const kindsText = (kinds: ListedParty['kinds']) => kinds.map(words).join(', ')

/** The name of a State: Karnataka for 29. */
export const stateText = (code: string | null | undefined) =>
  code ? (isStateCode(code) ? translated(states[code]) : code) : dash

/** All States by name, with the first two digits of a GSTIN. */
export const stateOptions = namesOf(states)
  .map((code) => ({ value: code, label: t('{state} ({code})', { state: stateText(code), code }) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))
