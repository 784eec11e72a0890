import { type ListedParty, partyChoiceName } from '@plinth/api/money/parties'
import { words } from '../../lib/format.ts'

/** The address of a party's page. */
export const partyPath = ({ id }: Pick<ListedParty, 'id'>) => `/payments/parties/${id}`

/** Parties as options, with name and place. */
export const partyOptions = (parties: readonly Pick<ListedParty, 'id' | 'legalName' | 'place'>[]) =>
  parties.map((party) => ({ value: party.id, label: partyChoiceName(party) }))

/** The kinds as text: Client, Vendor. */
export const kindsText = (kinds: ListedParty['kinds']) => kinds.map(words).join(', ')
