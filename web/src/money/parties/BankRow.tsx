import { Button } from '@mantine/core'
import {
  confirmPartyBank,
  deletePartyBank,
  type IdentityChange,
  type Party,
  type PartyBank,
  partyColumnLabels,
} from '@plinth/api/money/parties'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { dash, momentDay } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { ActionGroup, DeleteAction } from '../../ui/shell/RowActions.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import classes from './PartyBanks.module.css'
import { canVerify, isChangedBy } from './party-next.ts'

const tones = { VERIFIED: 'good', TO_VERIFY: 'warning' } as const

interface Props {
  party: Party
  bank: PartyBank
}

/** An account: its number, or only its end for users who may not edit payments, and who entered, verified and changed it. */
export function BankRow({ party, bank }: Props) {
  const { id: bankId, accountNo, accountEnds, ifsc, holder, verifiedAt } = bank
  const number = accountNo ?? t('ends in {digits}', { digits: accountEnds })
  return (
    <li className={entry['row']}>
      <div>
        <b className="tabular">{number}</b>
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
        <span className="hint">{historyOf(bank)}</span>
      </div>
      {bank.changesSince.length > 0 && (
        <ul aria-label={t('Changes since')}>
          {bank.changesSince.map((change) => (
            <li key={`${change.changedAt} ${change.field} ${change.before}`} className="hint">
              {changeText(change)}
            </li>
          ))}
        </ul>
      )}
      {verifiedAt === null && (
        <div style={{ marginTop: '0.375rem' }}>
          <Verify party={party} bank={bank} number={number} />
        </div>
      )}
    </li>
  )
}

function historyOf(bank: PartyBank): string {
  const { createdByName, createdAt, verifiedByName, verifiedAt, lastVerifiedByName, lastVerifiedAt } = bank
  if (verifiedAt !== null) return t('by {name} on {day}', { name: verifiedByName ?? dash, day: momentDay(verifiedAt) })
  if (lastVerifiedAt !== null)
    return t('{name} had verified it on {day}; the party changed since', {
      name: lastVerifiedByName ?? dash,
      day: momentDay(lastVerifiedAt),
    })
  return t('entered by {name} on {day}', { name: createdByName ?? dash, day: momentDay(createdAt) })
}

const labels = new Map<string, string>(Object.entries(partyColumnLabels))

/** A change of the party, which the user who verifies the account checks. */
const changeText = ({ field, before, after, changedAt, changedByName }: IdentityChange): string =>
  t('{field}: {before} became {after}, by {name} on {day}', {
    field: translated(labels.get(field) ?? field),
    before: before ?? dash,
    after: after ?? dash,
    name: changedByName ?? dash,
    day: momentDay(changedAt),
  })

/** The button to verify; users who entered the account or changed the party since read that another user must verify it. */
function Verify({ party, bank, number }: Props & { number: string }) {
  const { id, legalName, pan } = party
  const queryClient = useQueryClient()
  const reader = { id: useUser()?.id, mayVerify: useCan(confirmPartyBank) }
  const [isSending, setSending] = useState(false)

  async function verify() {
    const question = t(
      'Does the account {number}, {ifsc}, of {holder} stand so on a cancelled cheque or in a letter of the bank, and is it that of {party}, PAN {pan}?',
      { number, ifsc: bank.ifsc, holder: bank.holder, party: legalName, pan: pan ?? dash },
    )
    if (!window.confirm(question)) return
    setSending(true)
    try {
      await call(confirmPartyBank, { params: { id, bankId: bank.id }, body: { digest: bank.digest ?? '' } })
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
  if (!reader.mayVerify) return null
  return (
    <span className="hint">
      {isChangedBy(bank, reader)
        ? t('You changed the party: another person verifies it, or you enter the account anew and they verify it')
        : t('You entered it: another person verifies it')}
    </span>
  )
}
