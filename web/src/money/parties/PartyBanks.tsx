import { Button, Text } from '@mantine/core'
import { createPartyBank, type Party } from '@plinth/api/money/parties'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { BankRow } from './BankRow.tsx'

const EnterBank = lazyDialog(() => import('./EnterBank.tsx'), 'EnterBank')

/** The bank accounts of a party, verified or not, with a button to enter more. */
export function PartyBanks({ party }: { party: Party }) {
  const { banks } = party
  const mayEnter = useCan(createPartyBank)
  const [isEntering, enter] = useState(false)
  const rows = useRowsFocus<HTMLUListElement>(banks.length)
  return (
    <RecordSection title={t('Bank accounts')}>
      <div className={entry['side']}>
        {banks.length === 0 && (
          <Text c="dimmed" mb={mayEnter ? 'sm' : 0}>
            {t('No account is entered yet.')}
          </Text>
        )}
        {banks.length > 0 && (
          <ul ref={rows} tabIndex={-1} aria-label={t('Bank accounts')} className={entry['rows']}>
            {banks.map((bank) => (
              <BankRow key={bank.id} party={party} bank={bank} />
            ))}
          </ul>
        )}
        {mayEnter && (
          <Button variant="default" size="xs" onClick={() => enter(true)} data-screen-only>
            {t('Enter an account')}
          </Button>
        )}
      </div>
      {isEntering && (
        <EnterBank
          party={party}
          onClose={() => {
            enter(false)
            regainFocus('accounts')
          }}
        />
      )}
    </RecordSection>
  )
}
