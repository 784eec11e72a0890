import { Skeleton } from '@mantine/core'
import { createParty, deleteParty, getParty, updateParty } from '@plinth/api/money/parties'
import { t } from '../../lib/language.ts'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { Side } from '../../ui/form/RecordSides.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { PartyFields } from './PartyFields.tsx'
import { partyPath } from './party-words.ts'

// A form has none of these.
const PartyHead = lazyPart(() => import('./PartyHead.tsx'), 'PartyHead', {
  waiting: <Skeleton h={{ base: 200, sm: 112 }} mb="sm" />,
})
const PartyBanks = lazyPart(() => import('./PartyBanks.tsx'), 'PartyBanks')
const OfficesOfParty = lazyPart(() => import('./OfficesOfParty.tsx'), 'OfficesOfParty')
const AgreementRows = lazyPart(() => import('../agreements/AgreementRows.tsx'), 'AgreementRows')
const RecordFacts = lazyPart(() => import('../../ui/record/RecordHistory.tsx'), 'RecordFacts')

const texts = {
  loadFailed: t('Failed to fetch party'),
  saveFailed: t('Failed to save party. Please try again.'),
  created: t('Party created'),
  updated: t('Party saved'),
}

const blank = { kinds: [], gstTreatment: 'UNREGISTERED', msme: 'NONE', gstins: [] } as const

export function PartyForm() {
  return (
    <FormScreen
      noun="party"
      load={getParty}
      create={createParty}
      update={updateParty}
      remove={deleteParty}
      blank={{ ...blank, kinds: [], gstins: [] }}
      listPath="/payments/parties"
      pathOf={partyPath}
      nameOf={({ legalName }) => legalName}
      texts={texts}
      head={(party) => <PartyHead party={party} />}
      related={(party) => (
        <>
          <Side id="accounts">
            <PartyBanks party={party} />
          </Side>
          {party.kinds.includes('CLIENT') && (
            <Side id="offices">
              <OfficesOfParty partyId={party.id} />
            </Side>
          )}
          <Side id="agreements">
            <AgreementRows of={{ partyId: party.id }} none={t('There is no agreement with this party yet.')} />
          </Side>
          <Side id="history">
            <RecordFacts record={party} hasTrail />
          </Side>
        </>
      )}
    >
      <PartyFields />
    </FormScreen>
  )
}
