//! The core of openmed-beam in native code. Optional: whatever is unusual goes back to the Python that it stands in for.

pub mod arena;
pub mod asking;
pub mod found;
pub mod held;
pub mod keys;
pub mod leaf;
pub mod memory;
pub mod names;
pub mod nodes;
pub mod objects;
pub mod plan;
pub mod rewrite;
pub mod safe_path;
pub mod scan;
pub mod scanner;
pub mod trace;
pub mod verify;
pub mod walk;
pub mod walker;
pub mod write;

use pyo3::prelude::*;

/// Counts changes of what Python calls here; `traces/native.py` takes only the number that it knows.
const INTERFACE: u32 = 3;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // A panic becomes an error that sends the record down the Python road; its message must not reach the terminal.
    std::panic::set_hook(Box::new(|_| {}));
    module.add("INTERFACE", INTERFACE)?;
    module.add_class::<walker::Walker>()?;
    module.add_class::<trace::Trace>()?;
    module.add_class::<memory::Memory>()?;
    module.add_class::<scanner::Scanner>()?;
    module.add_function(wrap_pyfunction!(held::held, module)?)?;
    module.add_class::<verify::FidelityLane>()
}
