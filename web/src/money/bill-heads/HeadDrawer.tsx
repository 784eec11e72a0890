import type { Agreement } from '@plinth/api/money/agreements'
import {
  type AgreedHead,
  agreedHeadLabels,
  basesOf,
  createBillHead,
  getBillHead,
  isAgreedHeadName,
  updateBillHead,
} from '@plinth/api/money/bill-heads'
import { type AgreedHeadName, agreedHeadNames, headRoundings, retentionModes } from '@plinth/api/money/resolved-terms'
import { useFormContext, useWatch } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { optionsOf, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FieldGroup, FixedValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { blankHead, ruleOptions } from './head-words.ts'
import { headsPath } from './heads-path.ts'

const { SelectField, PercentField, DayField, TextAreaField } = fieldsOf(agreedHeadLabels)

/** What the drawer edits: an existing row, a further row of a head from a day on, or a new head. */
export type HeadTarget = { row: AgreedHead } | { from: AgreedHead } | { head: AgreedHeadName }

interface Props {
  agreement: Agreement
  target: HeadTarget
  onClose: () => void
}

/** A drawer with a row of a head, over the heads of its agreement. */
export function HeadDrawer({ agreement, target, onClose }: Props) {
  const place = { onClose, load: getBillHead, listPath: headsPath(agreement) }
  const texts = { saved: t('Bill head saved'), failed: t('The bill head was not saved.') }
  if ('row' in target)
    return (
      <RecordDrawer
        {...place}
        title={t('Edit {name}', { name: words(target.row.head) })}
        write={updateBillHead}
        params={{ id: target.row.id }}
        initial={target.row}
        texts={texts}
      >
        <HeadFields agreement={agreement} isNew={false} />
      </RecordDrawer>
    )
  const isNew = 'head' in target
  return (
    <RecordDrawer
      {...place}
      title={isNew ? t('New head') : t('Change from a day on: {name}', { name: words(target.from.head) })}
      write={createBillHead}
      params={{ agreementId: agreement.id }}
      initial={
        isNew ? { ...blankHead(target.head), validFrom: agreement.agreedOn ?? today() } : followingRow(target.from)
      }
      texts={texts}
    >
      <HeadFields agreement={agreement} isNew={isNew} />
    </RecordDrawer>
  )
}

/** A further row starts as a copy of the one before it, valid from today. */
function followingRow({ head, percent, ruleKind, base, rounding, capPercent, mode }: AgreedHead) {
  return { head, percent, ruleKind, base, rounding, capPercent, mode, validFrom: today() }
}

function HeadFields({ agreement, isNew }: { agreement: Agreement; isNew: boolean }) {
  const { setValue } = useFormContext()
  const [head, ruleKind] = useWatch<AgreedHead, ['head', 'ruleKind']>({ name: ['head', 'ruleKind'] })
  const rules = ruleOptions(head)
  const bases = basesOf[head]
  /** Each head has its own fields. */
  function begin(next: string | null): void {
    if (!isAgreedHeadName(next)) return
    const { head: _, ...blank } = blankHead(next)
    for (const [name, value] of Object.entries(blank)) setValue(name, value)
  }
  return (
    <>
      <FieldGroup title={t('How much')}>
        {isNew ? (
          <SelectField name="head" options={optionsOf(agreedHeadNames)} onEdit={begin} openOnFocus={false} required />
        ) : (
          <FixedValue label={translated(agreedHeadLabels.head)}>{words(head)}</FixedValue>
        )}
        {rules.length > 0 && (
          <SelectField
            name="ruleKind"
            options={rules}
            placeholder={t('No rule: a percentage of the agreement')}
            onEdit={(rule) => rule && setValue('percent', null, { shouldDirty: true })}
          />
        )}
        {!ruleKind && (
          <PercentField
            name="percent"
            description={head === 'GST_TDS' ? t('Both halves together. 0 ends the head.') : t('0 ends the head.')}
            required
          />
        )}
        {bases && <SelectField name="base" options={optionsOf(bases)} required />}
        {head === 'RETENTION' && (
          <>
            <SelectField name="mode" options={optionsOf(retentionModes)} required />
            <PercentField
              name="capPercent"
              description={
                agreement.value === null
                  ? t('Needs the agreed value, which the agreement does not say yet')
                  : t('Empty: without an upper limit')
              }
            />
          </>
        )}
        {head !== 'GST' && <SelectField name="rounding" options={optionsOf(headRoundings)} required />}
      </FieldGroup>
      <FieldGroup title={t('From when')}>
        <DayField name="validFrom" description={t('Until the next row of this head')} required />
        <TextAreaField name="comment" />
      </FieldGroup>
    </>
  )
}
