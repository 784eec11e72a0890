import { Button, Textarea, TextInput } from '@mantine/core'
import type { Message } from '@plinth/api/kernel/messages'
import { sendEmail } from '@plinth/api/platform/contact'
import { contactFault, contactLimits } from '@plinth/api/platform/contact-form'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { plainText } from '../../lib/format.ts'
import { t, worded } from '../../lib/language.ts'
import site from '../../ui/form/site.module.css'
import classes from './ContactForm.module.css'

const names = ['name', 'email', 'mobile', 'message'] as const
type FieldName = (typeof names)[number]
interface Fault extends Message {
  path: FieldName
}

function valuesOf(form: HTMLFormElement): Record<FieldName, string> {
  const data = new FormData(form)
  const text = (name: FieldName) => plainText(data.get(name))
  return { name: text('name'), email: text('email'), mobile: text('mobile'), message: text('message') }
}

/** The first field that the server rejected, with its message. */
function faultOf(error: unknown): Fault | undefined {
  const [first] = error instanceof CallError ? error.fields : []
  const path = names.find((name) => name === first?.path)
  return path && first ? { ...first, path } : undefined
}

/** Why a message was not sent, when an immediate retry would not help. */
const reasonOf = (error: unknown) =>
  error instanceof CallError && [0, 429, 503].includes(error.status) ? error.message : undefined

/** The result of sending, in its colour. */
function Outcome({ sent, children }: { sent: boolean; children: ReactNode }) {
  const Icon = sent ? IconCircleCheck : IconExclamationCircle
  return (
    <div role="alert" className={classes['outcome']} data-sent={sent}>
      <Icon size={20} stroke={1.8} aria-hidden />
      <div>{children}</div>
    </div>
  )
}

type State = { now: 'idle' | 'sending' | 'sent' } | { now: 'failed'; reason: string | undefined }

/** The state of the form. The typed text stays until the message has arrived. */
function useSending() {
  const [state, setState] = useState<State>({ now: 'idle' })
  const [fault, setFault] = useState<Fault | undefined>()
  const button = useRef<HTMLButtonElement>(null)

  function tell(form: HTMLFormElement, found: Fault): void {
    flushSync(() => {
      setFault(found)
      setState({ now: 'idle' })
    })
    form.querySelector<HTMLElement>(`[name=${found.path}]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (state.now === 'sending') return
    const form = event.currentTarget
    const values = valuesOf(form)
    const found = contactFault(values)
    if (found) return tell(form, found)
    setFault(undefined)
    setState({ now: 'sending' })
    try {
      await call(sendEmail, { body: { ...values, source: 'contact-page' } })
      form.reset()
      flushSync(() => setState({ now: 'sent' }))
    } catch (error) {
      const refused = faultOf(error)
      if (refused) return tell(form, refused)
      flushSync(() => setState({ now: 'failed', reason: reasonOf(error) }))
    }
    // A disabled button loses the focus.
    button.current?.focus()
  }

  return { state, fault, button, submit }
}

/** Every field is required, so none is marked as such. */
const requiredField = { required: true, withAsterisk: false, size: 'md' } as const

function MessageForm() {
  const { state, fault, button, submit } = useSending()
  const errorAt = (name: FieldName) => ({
    name,
    error: fault?.path === name && worded(fault),
    errorProps: { role: 'alert' },
  })
  return (
    <form
      aria-label={t('Send a Message')}
      className={classes['form']}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h2 className={site['heading']}>{t('Send a Message')}</h2>
      <TextInput
        {...requiredField}
        {...errorAt('name')}
        label={t('Name')}
        autoComplete="name"
        maxLength={contactLimits.name}
      />
      <div className={classes['pair']}>
        <TextInput {...requiredField} {...errorAt('email')} label={t('Email')} type="email" autoComplete="email" />
        <TextInput {...requiredField} {...errorAt('mobile')} label={t('Mobile Number')} type="tel" autoComplete="tel" />
      </div>
      <Textarea
        {...requiredField}
        {...errorAt('message')}
        label={t('Message')}
        rows={6}
        resize="vertical"
        maxLength={contactLimits.message}
      />
      {state.now === 'sent' && <Outcome sent>{t('Your message has been sent successfully!')}</Outcome>}
      {state.now === 'failed' && (
        <Outcome sent={false}>
          <p>{t('Failed to send message. Please try again.')}</p>
          {state.reason && <p className={classes['reason']}>{state.reason}</p>}
        </Outcome>
      )}
      <Button ref={button} type="submit" size="md" disabled={state.now === 'sending'}>
        {state.now === 'sending' ? t('Sending...') : t('Send Message')}
      </Button>
    </form>
  )
}

/** A contact detail of the installation, which the server writes into the page. */
const detail = (name: 'email' | 'phone' | 'address') =>
  document.querySelector<HTMLMetaElement>(`meta[name="contact-${name}"]`)?.content

function Email() {
  const email = detail('email')
  return email ? <a href={`mailto:${email}`}>{email}</a> : t('No e-mail address is given: the form reaches us.')
}

function Phone() {
  const phone = detail('phone')
  if (!phone) return t('No number is given: leave yours, and we call you.')
  return <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
}

const Address = () => detail('address') ?? t('No postal address is given: write by the form or by e-mail.')

function Details() {
  const details = [
    {
      title: t('Who answers'),
      text: t('The people who run this installation of Plinth. What you write is kept first and mailed to them after.'),
    },
    {
      title: t('What to write'),
      text: t(
        'What your company builds, how many people would work with it, and which tenders you would like to see in it.',
      ),
    },
    {
      title: t('You work with Plinth already?'),
      text: t(
        'For a password, a role or a missing module ask the administrator of your company: they can help at once.',
      ),
    },
  ]
  return (
    <dl className={classes['details']}>
      <div>
        <dt>{t('Email')}</dt>
        <dd>
          <Email />
        </dd>
      </div>
      <div>
        <dt>{t('Phone')}</dt>
        <dd>
          <Phone />
        </dd>
      </div>
      <div>
        <dt>{t('Address')}</dt>
        <dd>
          <Address />
        </dd>
      </div>
      {details.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Contact() {
  return (
    <div className={site['page']}>
      <title>{t('Contact Plinth')}</title>
      <div className={classes['columns']}>
        <div className={`${site['blueprint']} ${classes['ground']}`} />
        <div className={classes['opening']}>
          <h1 tabIndex={-1} className={site['display']}>
            {t('Contact')}
          </h1>
          <p className={site['lead']}>{t('Tell us about your business, and see Plinth with your own tenders.')}</p>
        </div>
        <MessageForm />
        <Details />
      </div>
    </div>
  )
}
