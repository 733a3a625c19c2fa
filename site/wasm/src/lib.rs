//! The engine of the builder as WebAssembly: the same function that `orbat serve` calls.

use std::collections::BTreeMap;

use orbat::web::respond_in_parts;
use orbat::{Data, Memory};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The time in milliseconds.
    #[wasm_bindgen(js_namespace = Date)]
    fn now() -> f64;

    /// Hears what a search does and finds.
    #[wasm_bindgen(js_name = tellPart)]
    fn tell(part: &str);
}

/// Games that were loaded, ready to be asked about.
#[wasm_bindgen]
pub struct Engine {
    files: Memory,
    data: Data,
}

/// An answer, with the status that HTTP would give it.
#[wasm_bindgen(getter_with_clone)]
pub struct Answer {
    /// 200, or 4xx.
    pub status: u16,
    /// JSON.
    pub body: String,
}

#[wasm_bindgen]
impl Engine {
    /// An engine that knows no game yet.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "it is called from JavaScript")]
    pub fn new() -> Self {
        let files = Memory::default();
        let data = Data::of(&[&files]);
        Engine { files, data }
    }

    /// Adds data: a JSON object of paths and texts. Says whether it could be read.
    pub fn load(&mut self, files: &str) -> bool {
        let Ok(files) = serde_json::from_str::<BTreeMap<String, String>>(files) else {
            return false;
        };
        for (path, text) in files {
            self.files = std::mem::take(&mut self.files).with(&path, text);
        }
        self.data = Data::of(&[&self.files]);
        true
    }

    /// Answers a call. A search ends after so many milliseconds.
    pub fn respond(&self, call: &str, body: &str, milliseconds: f64) -> Answer {
        let end = now() + milliseconds;
        let answer =
            respond_in_parts(&self.data, call, body, &|_| now() < end, &|part| tell(&part));
        Answer { status: answer.status, body: answer.body }
    }
}
