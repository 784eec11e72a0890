import { Anchor } from '@mantine/core'
import type { BillLine } from '@plinth/api/money/bill-engine/bill'
import type { HeadSource, RuleOfHead, TaxPlace } from '@plinth/api/money/resolved-terms'
import { Link } from '@tanstack/react-router'
import { dayText, percent, rupeesInText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import classes from './Heads.module.css'
import { placeTexts } from './why-words.ts'

interface Props {
  line: BillLine
  source: HeadSource
  place: TaxPlace | null
  /** The retention stops at this percentage of the agreed value. */
  capPercent: string | null | undefined
}

/** The base of a percentage; opened, the rule behind it with source, day and confirmation. */
export function WhyLine({ line, source, place, capPercent }: Props) {
  const { rules, validFrom, head } = source
  const from = { day: dayText(validFrom) }
  const isGivenBack = head === 'GST' && Number(line.base) < 0
  const share = { percent: percent(Number(line.percent)), amount: rupeesInText(Number(line.base)) }
  return (
    <>
      <div className={classes['share']}>{t('{percent} of {amount}', share)}</div>
      <details className={classes['why']} data-screen-only>
        <summary>{t('Why {percent} of {amount}?', share)}</summary>
        {isGivenBack && <p>{t('A credit note gives back the tax that the last bill had.')}</p>}
        {!isGivenBack && rules.length === 0 && <p>{t('Entered in this agreement, from {day} on.', from)}</p>}
        {!isGivenBack && rules.length > 0 && <p>{t('This agreement goes by rule from {day} on.', from)}</p>}
        {!isGivenBack && rules.map((rule) => <RuleText key={rule.id} rule={rule} />)}
        {head === 'RETENTION' && capPercent && (
          <p>{t('At most {percent} of the agreed value.', { percent: percent(Number(capPercent)) })}</p>
        )}
        {!isGivenBack && (head === 'GST' || head === 'GST_TDS') && place && <p>{placeTexts[place]}</p>}
      </details>
    </>
  )
}

function RuleText({ rule }: { rule: RuleOfHead }) {
  const { name, sourceTitle, sourceReference, sourceUrl, validFrom, waits } = rule
  return (
    <p>
      <b>{translated(name)}</b>, {t('since {day}', { day: dayText(validFrom) })}.{' '}
      <cite>
        {sourceUrl ? (
          <Anchor href={sourceUrl} target="_blank" rel="noreferrer" inherit underline="always">
            {sourceTitle}
          </Anchor>
        ) : (
          sourceTitle
        )}
        {sourceReference && `; ${sourceReference}`}
      </cite>
      .{' '}
      {waits && (
        <Anchor component={Link} to="/payments/rules" inherit underline="always" className="alarm">
          {t('Unsure, and not confirmed yet')}
        </Anchor>
      )}
    </p>
  )
}
