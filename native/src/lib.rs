//! The core of openmed-beam in native code. Optional: whatever is unusual goes back to the Python that it stands in for.

pub mod names;
pub mod scan;

use pyo3::prelude::*;

#[pymodule]
fn _native(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    // A panic becomes an error that sends the record down the Python road; its message must not reach the terminal.
    std::panic::set_hook(Box::new(|_| {}));
    Ok(())
}
