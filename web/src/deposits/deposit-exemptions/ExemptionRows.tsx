import {
  type DepositExemption,
  deleteDepositExemption,
  type ExemptionState,
  exemptionStates,
  isDoubtfulForWorks,
  updateDepositExemption,
} from '@plinth/api/deposits/deposit-exemptions'
import type { Contract } from '@plinth/api/tenders/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { today } from '../../lib/days.ts'
import { rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { StatusChoice } from '../../ui/record/StatusChoice.tsx'
import { ActionButton, ActionGroup, DeleteAction, glyphs } from '../../ui/shell/RowActions.tsx'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'
import classes from './Exemptions.module.css'
import { doubtSource, doubtText, exemptionName, validityText } from './exemption-words.ts'

const tones: Record<ExemptionState, Tone> = { CLAIMED: 'progress', ACCEPTED: 'good', REFUSED: 'bad' }

interface Props {
  contract: Contract
  exemptions: readonly DepositExemption[]
  onEdit: (exemption: DepositExemption) => void
}

/** The exemptions of a contract, newest first, with purpose, ground, state and validity. */
export function ExemptionRows({ contract, exemptions, onEdit }: Props) {
  const rows = useRowsFocus<HTMLUListElement>(exemptions.length)
  return (
    <ul ref={rows} tabIndex={-1} aria-label={t('Exemptions')} className={entry['rows']}>
      {exemptions.map((exemption) => (
        <Row key={exemption.id} contract={contract} exemption={exemption} onEdit={() => onEdit(exemption)} />
      ))}
    </ul>
  )
}

interface RowProps {
  contract: Contract
  exemption: DepositExemption
  onEdit: () => void
}

function Row({ contract, exemption, onEdit }: RowProps) {
  const { id, purpose, ground, certificateNo, amount, state, comment, updatedAt } = exemption
  const mayEdit = useCan(updateDepositExemption)
  const name = exemptionName(exemption)
  return (
    <li className={entry['row']}>
      <div>
        <b>{words(purpose)}</b>
        {` · ${words(ground)}`}
      </div>
      <div className={`figure ${entry['amount']}`}>{amount === null ? t('All of it') : rupees(amount)}</div>
      <div className={entry['act']} data-screen-only>
        <ActionGroup>
          {mayEdit && <ActionButton label={t('Edit {name}', { name })} icon={glyphs.edit} onClick={onEdit} />}
          <DeleteAction
            name={name}
            remove={{
              endpoint: deleteDepositExemption,
              params: { id },
              confirm: t('Are you sure you want to delete this exemption?'),
            }}
          />
        </ActionGroup>
      </div>
      <div className={classes['line']}>
        <StatusChoice
          name={name}
          record={{ status: state, updatedAt }}
          field="state"
          statuses={exemptionStates}
          endpoint={updateDepositExemption}
          params={{ id }}
        >
          <StatusBadge status={state} tones={tones} />
        </StatusChoice>
        {certificateNo && <span>{certificateNo}</span>}
        <Validity contract={contract} exemption={exemption} />
      </div>
      {comment && <div className="hint">{comment}</div>}
      {isDoubtfulForWorks(exemption) && state === 'CLAIMED' && (
        <div className={classes['doubt']}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {doubtText} {doubtSource}
          </span>
        </div>
      )}
    </li>
  )
}

function Validity({ contract, exemption }: Pick<RowProps, 'contract' | 'exemption'>) {
  const validity = validityText(exemption, contract.closingDate, today())
  if (!validity) return null
  const { text, left, tone } = validity
  return (
    <span className={`hint tabular ${classes['valid']}`} data-tone={tone}>
      {text}
      {left && (
        <>
          {', '}
          <b>{left}</b>
        </>
      )}
    </span>
  )
}
