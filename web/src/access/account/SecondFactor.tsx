import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { type Account, confirmSecondFactor, removeSecondFactor, startSecondFactor } from '@plinth/api/access/account'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { ProofInputs, proofLabels, proofOf } from '../../ui/form/Proof.tsx'
import { SmallForm, useSmallForm } from '../../ui/form/SmallForm.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import classes from './SecondFactor.module.css'

/** Sets up, replaces or removes the code that a sign-in needs besides the password. */
export function SecondFactor({ account }: { account: Account }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const State = account.hasSecondFactor ? Present : Absent
  return (
    <RecordSection title={t('Second factor')}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : (
        <State account={account} onCodes={setCodes} />
      )}
    </RecordSection>
  )
}

const remaining = (codes: number) =>
  codes === 1 ? t('1 recovery code is left.') : t('{count} recovery codes are left.', { count: codes })

interface Props {
  account: Account
  onCodes: (codes: string[]) => void
}

function Present({ account, onCodes }: Props) {
  const [doing, setDoing] = useState<'replace' | 'remove' | null>(null)
  const stop = () => setDoing(null)
  const { requiresSecondFactor, recoveryCodesLeft } = account
  return (
    <>
      <Text mb="xs">
        {t('A second factor is set up.')} {remaining(recoveryCodesLeft)}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {recoveryCodesLeft < 3 && t('Set it up anew to get new recovery codes.')}{' '}
        {requiresSecondFactor &&
          t('Your company asks for it, so it cannot be removed; you can set up another in its place.')}
      </Text>
      {doing === 'replace' && <Setup account={account} onDone={onCodes} onCancel={stop} />}
      {doing === 'remove' && <Remove account={account} onCancel={stop} />}
      {doing === null && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setDoing('replace')}>
            {t('Set up anew')}
          </Button>
          <Button variant="default" disabled={requiresSecondFactor} onClick={() => setDoing('remove')}>
            {t('Remove')}
          </Button>
        </Group>
      )}
    </>
  )
}

function Absent({ account, onCodes }: Props) {
  return (
    <>
      <Text size="sm" mb="sm">
        {t(
          'With a second factor, signing in also asks for a code from an app on your phone. Who finds out your password still cannot sign in.',
        )}
      </Text>
      <Setup account={account} onDone={onCodes} />
    </>
  )
}

function Remove({ account, onCancel }: { account: Account; onCancel: () => void }) {
  const form = useSmallForm({
    endpoint: removeSecondFactor,
    labels: proofLabels,
    needed: proofOf(account),
    done: () => alertSuccess(t('You sign in without a second factor from now on.')),
  })
  return (
    <SmallForm form={form} action={t('Remove the second factor')} onCancel={onCancel}>
      <ProofInputs form={form} account={account} />
    </SmallForm>
  )
}

type Started = Answer<typeof startSecondFactor>

interface SetupProps {
  account: Account
  onDone: (codes: string[]) => void
  onCancel?: () => void
}

/** First the proof of the caller's identity; then the app gets the secret and shows a code that confirms it. */
function Setup({ account, onDone, onCancel }: SetupProps) {
  const [started, setStarted] = useState<Started | null>(null)
  if (started) return <Confirm started={started} onConfirmed={onDone} onCancel={() => setStarted(null)} />
  return <Start account={account} onStarted={setStarted} onCancel={onCancel} />
}

interface StartProps {
  account: Account
  onStarted: (started: Started) => void
  onCancel: (() => void) | undefined
}

function Start({ account, onStarted, onCancel }: StartProps) {
  const form = useSmallForm({
    endpoint: startSecondFactor,
    labels: proofLabels,
    needed: proofOf(account),
    done: onStarted,
  })
  return (
    <SmallForm form={form} action={t('Set up a second factor')} onCancel={onCancel}>
      <ProofInputs form={form} account={account} />
    </SmallForm>
  )
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()

const inFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

interface ConfirmProps {
  started: Started
  onConfirmed: (codes: string[]) => void
  onCancel: () => void
}

function Confirm({ started, onConfirmed, onCancel }: ConfirmProps) {
  const form = useSmallForm({
    endpoint: confirmSecondFactor,
    labels: { code: t('Code from the app') },
    done: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  return (
    <div className={classes['scan']}>
      <QrCode text={started.uri} label={t('QR code for your authenticator app')} />
      <div className={classes['steps']}>
        <Text size="sm" mb="xs">
          {t('Scan this with an authenticator app on your phone, or')}{' '}
          <Anchor href={started.uri} inherit underline="always">
            {t('open the app here')}
          </Anchor>
          {t(', or type this secret into it:')}
        </Text>
        <Text mb="sm" className={classes['secret']}>
          {inFours(started.secret)}
        </Text>
        <SmallForm form={form} action={t('Confirm')} onCancel={onCancel}>
          <TextInput ref={takeFocus} {...form.input('code')} inputMode="numeric" autoComplete="one-time-code" />
        </SmallForm>
      </div>
    </div>
  )
}

/** Black on white in every colour scheme, because cameras cannot read it otherwise. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: side } = encode(text, { ecc: 'M', border: 4 })
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: side, path: dots.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      style={{ background: '#ffffff', flex: 'none' }}
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}

/** Shown once, because the server stores only hashes. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  // Missing on plain http, which an installation on a local network may use.
  const clipboard: Clipboard | undefined = navigator.clipboard
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('Recovery codes')} className={classes['codes']}>
      <Text fw={600}>{t('The second factor is set up. Keep these recovery codes: they are shown only now.')}</Text>
      <Text size="sm">{t('Without your phone, one of them signs you in instead of a code; each works once.')}</Text>
      <ul>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        {clipboard && (
          <Button variant="default" onClick={() => void clipboard.writeText(text).then(() => setCopied(true))}>
            {copied ? t('Copied') : t('Copy')}
          </Button>
        )}
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="plinth-recovery-codes.txt"
        >
          {t('Download')}
        </Button>
        <Button onClick={onDone}>{t('I have kept them')}</Button>
      </Group>
    </div>
  )
}
