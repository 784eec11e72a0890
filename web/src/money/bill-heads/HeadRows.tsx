import { Button } from '@mantine/core'
import {
  type AgreedHead,
  createBillHead,
  deleteBillHead,
  getBillTerms,
  updateBillHead,
} from '@plinth/api/money/bill-heads'
import { today } from '../../lib/days.ts'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { ActionButton, ActionGroup, DeleteAction, glyphs } from '../../ui/shell/RowActions.tsx'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'
import type { HeadTarget } from './HeadDrawer.tsx'
import classes from './Heads.module.css'
import {
  type DatedHead,
  detailsOf,
  type HeadStanding,
  percentIn,
  shareOfHead,
  spanOf,
  standingsOn,
} from './head-words.ts'

const tones: Record<HeadStanding, Tone> = { IN_FORCE: 'good', LATER: 'progress', EARLIER: 'neutral' }

interface Props {
  rows: readonly AgreedHead[]
  isClosed: boolean
  onAsk: (target: HeadTarget) => void
}

/** The heads of an agreement with their standing today, including earlier and later rows. */
export function HeadRows({ rows, ...acts }: Props) {
  const agreementId = rows[0]?.agreementId ?? ''
  const { data } = useRecord(getBillTerms, { params: { agreementId }, query: { day: today() } })
  const byRule = ({ row, standing }: DatedHead) =>
    standing === 'IN_FORCE' ? percentIn(data?.terms ?? null, row.head) : undefined
  return (
    <RecordSection title={t('What each bill has')}>
      <ul className={entry['rows']}>
        {standingsOn(rows, today()).map((datedHead) => (
          <HeadRow
            key={datedHead.row.id}
            datedHead={datedHead}
            share={shareOfHead(datedHead.row, byRule(datedHead))}
            {...acts}
          />
        ))}
      </ul>
    </RecordSection>
  )
}

function HeadRow({ datedHead, share, isClosed, onAsk }: Omit<Props, 'rows'> & { datedHead: DatedHead; share: string }) {
  const { row, standing, until } = datedHead
  const mayAdd = useCan(createBillHead)
  const mayEdit = useCan(updateBillHead)
  const name = `${words(row.head)} ${share}, ${spanOf(datedHead)}`
  const details = [...detailsOf(row), row.comment].filter(Boolean)
  return (
    <li className={entry['row']} data-standing={standing}>
      <div className={classes['name']}>
        <b>{words(row.head)}</b> <StatusBadge status={standing} tones={tones} />
      </div>
      <div className={`figure ${entry['amount']}`}>{share}</div>
      <div className={entry['act']} data-screen-only>
        {!isClosed && (
          <ActionGroup>
            {mayEdit && (
              <ActionButton label={t('Edit {name}', { name })} icon={glyphs.edit} onClick={() => onAsk({ row })} />
            )}
            <DeleteAction
              name={name}
              remove={{
                endpoint: deleteBillHead,
                params: { id: row.id },
                confirm: t('Are you sure you want to delete this head? What stood before it counts again.'),
              }}
            />
          </ActionGroup>
        )}
      </div>
      <div className="hint">{[spanOf(datedHead), ...details].join(' · ')}</div>
      {mayAdd && !isClosed && until === null && (
        <div data-screen-only>
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ paddingInline: 0 }}
            aria-label={t('Change from a day on: {name}', { name: words(row.head) })}
            onClick={() => onAsk({ from: row })}
          >
            {t('Change from a day on')}
          </Button>
        </div>
      )}
    </li>
  )
}
