import { Button } from '@mantine/core'
import { confirmPartyBank, deletePartyBank, type Party, type PartyBank } from '@plinth/api/parties'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { reasonOf } from '../lib/call-error.ts'
import { dash, momentDay } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import { useCan } from '../lib/useCan.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import entry from '../ui/EntryRows.module.css'
import { ActionGroup, DeleteAction } from '../ui/RowActions.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './PartyBanks.module.css'
import { canVerify } from './party-next.ts'

const tones = { VERIFIED: 'good', TO_VERIFY: 'warning' } as const

interface Props {
  party: Party
  bank: PartyBank
}

/** An account: its number for those who may edit payments, else its end; who entered it, and who has verified it. */
export function BankRow({ party, bank }: Props) {
  const { id: bankId, accountNo, accountEnds, ifsc, holder, verifiedAt } = bank
  const number = accountNo ?? t('ends in {digits}', { digits: accountEnds })
  return (
    <li className={entry['row']}>
      <div>
        <b className={classes['number']}>{number}</b>
        {` · ${ifsc} · ${holder}`}
      </div>
      <div className={entry['act']} data-screen-only>
        <ActionGroup>
          <DeleteAction
            name={t('account {number}', { number })}
            remove={{
              endpoint: deletePartyBank,
              params: { id: party.id, bankId },
              confirm: t('Are you sure you want to take away this account?'),
            }}
          />
        </ActionGroup>
      </div>
      <div className={classes['state']}>
        <StatusBadge status={verifiedAt === null ? 'TO_VERIFY' : 'VERIFIED'} tones={tones} />
        <span className={entry['note']}>{historyOf(bank)}</span>
        {verifiedAt === null && <Verify party={party} bank={bank} number={number} />}
      </div>
    </li>
  )
}

function historyOf({ createdByName, createdAt, verifiedByName, verifiedAt }: PartyBank): string {
  const entered = { name: createdByName ?? dash, day: momentDay(createdAt) }
  return verifiedAt === null
    ? t('entered by {name} on {day}', entered)
    : t('by {name} on {day}', { name: verifiedByName ?? dash, day: momentDay(verifiedAt) })
}

/** By whoever did not enter it: they are told that another person does. */
function Verify({ party: { id }, bank, number }: Props & { number: string }) {
  const queryClient = useQueryClient()
  const reader = { id: useUser()?.id, mayVerify: useCan(confirmPartyBank) }
  const [isSending, setSending] = useState(false)

  async function verify() {
    const question = t(
      'Does the account {number} of {holder} stand so on a cancelled cheque or in a letter of the bank?',
      {
        number,
        holder: bank.holder,
      },
    )
    if (!window.confirm(question)) return
    setSending(true)
    try {
      await call(confirmPartyBank, { params: { id, bankId: bank.id } })
      void alertSuccess(t('Account {number} is verified', { number }))
    } catch (error) {
      void alertFailure(t('The account was not verified.'), reasonOf(error))
    }
    await queryClient.invalidateQueries({}, { cancelRefetch: false })
    setSending(false)
  }

  if (canVerify(bank, reader))
    return (
      <Button size="xs" loading={isSending} onClick={() => void verify()} data-screen-only>
        {t('Verify')}
      </Button>
    )
  return reader.mayVerify ? (
    <span className={entry['note']}>{t('You entered it: another person verifies it')}</span>
  ) : null
}
