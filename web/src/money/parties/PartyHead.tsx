import { Anchor } from '@mantine/core'
import { confirmPartyBank, type Party, partyLabels } from '@plinth/api/money/parties'
import { Link } from '@tanstack/react-router'
import { dash, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { stateText } from '../../lib/states.ts'
import { useCan } from '../../lib/useCan.ts'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import classes from './PartyBanks.module.css'
import { nextOfParty } from './party-next.ts'
import { kindsText } from './party-words.ts'

/** The head of a party's page: its kinds, its numbers, and whether an account is unverified. */
export function PartyHead({ party }: { party: Party }) {
  const reader = { id: useUser()?.id, mayVerify: useCan(confirmPartyBank) }
  const step = nextOfParty(party.banks, reader)
  return (
    <RecordHead
      number={party.pan}
      status={<span>{kindsText(party.kinds)}</span>}
      figures={[
        { label: t('GSTIN'), value: party.gstin ?? dash, note: words(party.gstTreatment) },
        { label: translated(partyLabels.state), value: stateText(party.state) },
        { label: translated(partyLabels.msme), value: party.msme === 'NONE' ? dash : words(party.msme) },
      ]}
      next={
        step === undefined ? null : (
          <Anchor component={Link} to="." hash="accounts" resetScroll={false} className={classes['step'] ?? ''} inherit>
            {step === 'VERIFY'
              ? t('An account waits for you to verify it')
              : t('An account waits to be verified by another person')}
          </Anchor>
        )
      }
    />
  )
}
