/** The field of a body that confirms that a number is entered again on purpose. */
export const repeatField = 'isRepeatConfirmed'
