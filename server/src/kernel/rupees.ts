const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** A sum as it is written in a sentence of the server: ₹12,34,567.00. */
export const inRupees = (rupees: number): string => format.format(rupees)
