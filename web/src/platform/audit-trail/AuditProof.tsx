import { Alert, Button, CopyButton, Paper, Skeleton } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { getAuditProof } from '@plinth/api/platform/audit-trail'
import { IconShieldCheck } from '@tabler/icons-react'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { Failure } from '../../ui/shell/Screen.tsx'
import { secondText } from './AuditChanges.tsx'
import classes from './AuditTrail.module.css'

/** Whether the trail is unaltered. The list does not wait for the answer. */
export function AuditProof() {
  const proof = useRecord(getAuditProof)
  if (proof.error)
    return (
      <Paper withBorder className={classes['proof']} data-screen-only>
        <Failure text={t('The seals could not be compared')} source={proof} />
      </Paper>
    )
  if (!proof.data) return <Skeleton className={classes['waiting']} />
  const { faults, unknown } = proof.data
  if (faults.length > 0) return <Tampered proof={proof.data} />
  return unknown.length > 0 ? <Unknown proof={proof.data} /> : <Sound proof={proof.data} />
}

interface ProofProps {
  proof: Answer<typeof getAuditProof>
}

function Sound({ proof: { entries, open, newest, checkedFrom } }: ProofProps) {
  const isPart = checkedFrom !== null && checkedFrom > 1
  const counts = { entries: decimal(entries), open: decimal(open) }
  return (
    <Paper withBorder className={classes['proof']}>
      <div className={classes['sound']}>
        <IconShieldCheck size={20} stroke={1.7} aria-hidden />
        {newest ? t('The trail is as it was written') : t('Nothing is sealed yet')}
      </div>
      <span className={`${classes['seal']} tabular`}>
        {open > 0
          ? t('Entries: {entries}, {open} not sealed yet', counts)
          : t('Entries: {entries}, all of them sealed', counts)}
      </span>
      {newest && <Seal newest={newest} />}
      {isPart && (
        <span className={classes['seal']}>
          {t('Compared from seal {number} on; npm run verify-audit compares all.', { number: decimal(checkedFrom) })}
        </span>
      )}
    </Paper>
  )
}

/** The newest seal. Whoever stores a copy of it can show later that nothing up to there was changed. */
function Seal({ newest: { number, digest, madeAt } }: { newest: NonNullable<ProofProps['proof']['newest']> }) {
  const company = useUser()?.tenantId
  const line = `${company} ${number} ${digest}`
  const name = t('Seal {number} of {moment}', { number: decimal(number), moment: secondText(madeAt) })
  if (digest === null)
    return (
      <span className={`${classes['seal']} tabular`}>
        {name}
        <span>{t('People who may read every kind of record can copy it.')}</span>
      </span>
    )
  return (
    <span className={`${classes['seal']} tabular`}>
      {name}
      {/* Browsers let no page write to the clipboard on plain http. */}
      <code>{window.isSecureContext ? `${digest.slice(0, 12)}…` : digest}</code>
      {window.isSecureContext && (
        <CopyButton value={line}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              title={t('Whoever keeps the seal can show later that nothing up to it was touched.')}
              onClick={copy}
            >
              {copied ? t('Copied') : t('Copy seal')}
            </Button>
          )}
        </CopyButton>
      )}
    </span>
  )
}

const shownAtOnce = 5

function Tampered({ proof: { faults } }: ProofProps) {
  const more = faults.length - shownAtOnce
  return (
    <Alert color="red" role="alert" mb="sm" title={t('The trail is not as it was written')}>
      <ul className={classes['faults']}>
        {faults.slice(0, shownAtOnce).map(({ number, fault }) => (
          <li key={`${number} ${fault}`}>
            {t('Seal {number}:', { number: decimal(number) })} {translated(fault)}
          </li>
        ))}
        {more > 0 && <li>{t('and {count} more', { count: more })}</li>}
      </ul>
      {t(
        'Something other than Plinth changed the database. Tell whoever runs it at once; on the server, npm run verify-audit compares every seal.',
      )}
    </Alert>
  )
}

/**
 * Seals that are neither good nor forged: the secret was replaced, and the seals of the previous secret were not taken
 * over.
 */
function Unknown({ proof: { unknown, newest } }: ProofProps) {
  const more = unknown.length - shownAtOnce
  return (
    <Alert
      color="yellow"
      role="alert"
      mb="sm"
      title={t('Of a part of the trail it cannot be told whether it is as it was written')}
    >
      <ul className={classes['faults']}>
        {unknown.slice(0, shownAtOnce).map(({ first, last }) => (
          <li key={first}>{t('Seals {first} to {last}', { first: decimal(first), last: decimal(last) })}</li>
        ))}
        {more > 0 && <li>{t('and {count} more', { count: more })}</li>}
      </ul>
      {t(
        'They were made under a key that this installation does not know: its secret was replaced and the one before it was not at hand. All other seals are good. Tell whoever runs it: with the secret of then, it can be told.',
      )}
      {newest && <Seal newest={newest} />}
    </Alert>
  )
}
