import { Anchor, Button } from '@mantine/core'
import { type Deposit, listDeposits } from '@plinth/api/deposits/deposits'
import { cancelSettlement, type Settlement, settlementLabels } from '@plinth/api/deposits/settlements'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { dayText, momentText, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { depositName } from '../deposits/DepositColumns.tsx'
import classes from './Settlements.module.css'

const CancelSettlement = lazyDialog(() => import('./CancelSettlement.tsx'), 'CancelSettlement')

const authorText = (moment: string, name: string | null) => [momentText(moment), name].filter(Boolean).join(', ')

/** The settlements of a deposit, newest first, with buttons that cancel the entered ones. */
export function SettlementRows({ deposit, settlements }: { deposit: Deposit; settlements: readonly Settlement[] }) {
  const { contractId } = deposit
  const mayCancel = useCan(cancelSettlement)
  const [cancelled, setCancelled] = useState<Settlement>()
  const isCarried = settlements.some(({ intoDepositId }) => intoDepositId)
  const { data: others } = useRecord(listDeposits, { params: { contractId }, query: {}, enabled: isCarried })
  return (
    <>
      <ul className={entry['rows']}>
        {settlements.map((settlement) => (
          <Row
            key={settlement.id}
            settlement={settlement}
            into={others?.find(({ id }) => id === settlement.intoDepositId)}
            {...(mayCancel && { onCancel: () => setCancelled(settlement) })}
          />
        ))}
      </ul>
      {cancelled && (
        <CancelSettlement
          contractId={contractId}
          settlement={cancelled}
          onClose={() => {
            setCancelled(undefined)
            regainFocus('settlements')
          }}
        />
      )}
    </>
  )
}

interface RowProps {
  settlement: Settlement
  /** The deposit that the amount was carried into. */
  into: Deposit | undefined
  onCancel?: () => void
}

function Row({ settlement, into, onCancel }: RowProps) {
  const { kind, amount, settledOn, reference, reason, source, createdAt, createdByName } = settlement
  const { cancelledAt, cancelledWhy, cancelledByName } = settlement
  const strikeIfCancelled = (text: string) => (cancelledAt ? <s className="quiet">{text}</s> : text)
  return (
    <li className={entry['row']}>
      <div>
        <span style={{ fontWeight: 600 }}>{strikeIfCancelled(words(kind))}</span>{' '}
        {strikeIfCancelled(dayText(settledOn))}
      </div>
      <div className={`figure ${entry['amount']}`}>{strikeIfCancelled(rupees(amount))}</div>
      <div className={entry['act']} data-screen-only>
        {onCancel && source === 'ENTERED' && !cancelledAt && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('Cancel {name}', { name: `${words(kind)} ${rupees(amount)}` })}
            onClick={onCancel}
          >
            {t('Cancel')}
          </Button>
        )}
      </div>
      <div className={classes['facts']}>
        <Fact label={translated(settlementLabels.intoDepositId)}>
          {into && (
            <Anchor
              component={Link}
              to={`/contracts/${into.contractId}/security-deposit/${into.id}`}
              inherit
              underline="always"
            >
              {depositName(into)}
            </Anchor>
          )}
        </Fact>
        <Fact label={translated(settlementLabels.reference)}>{reference}</Fact>
        <Fact label={translated(settlementLabels.reason)}>{reason}</Fact>
      </div>
      <div className="hint">
        {source === 'STATUS' && `${t('Follows the status')} · `}
        {authorText(createdAt, createdByName)}
      </div>
      {cancelledAt && (
        <div>
          <b>{t('Cancelled')}</b> {authorText(cancelledAt, cancelledByName)}
          {cancelledWhy && `: ${cancelledWhy}`}
        </div>
      )}
    </li>
  )
}

/** A label and its value; nothing without a value. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    children && (
      <span>
        <span className={classes['label']}>{label}:</span> {children}
      </span>
    )
  )
}
